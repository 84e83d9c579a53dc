public import ArgumentParser
import Audit
public import Reports
import Runs

extension OutputFormat: ExpressibleByArgument {}
extension FileTextPolicy: ExpressibleByArgument {}
extension FailureThreshold: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}
extension NoticeFormat: ExpressibleByArgument {}

/// What is reported, and where.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("What goes to the standard output (default: text).", valueName: "format"))
    var format: OutputFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write a report to a file as well; its extension says the format, or FORMAT:FILE. Repeatable.",
            valueName: "file"),
        transform: { try OutputRequest($0) })
    var output: [OutputRequest] = []

    @Option(help: "When JSON carries the file's text (default: findings).")
    var bodies: FileTextPolicy?

    @Flag(name: .shortAndLong, help: "Say less: no progress, no hints, domains without findings left out.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say more: how each location was served.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var noProgress = false

    @Option(help: "Colours in the text (default: auto, which honours NO_COLOR).")
    var color: ColorChoice?

    func validate() throws {
        if quiet && verbose { throw ValidationError("-q and -v exclude each other.") }
    }
}

/// What makes a run fail.
struct PolicyOptions: ParsableArguments {
    @Option(help: "What makes the exit code 2 (default: error).")
    var failOn: FailureThreshold?

    @Option(
        help: ArgumentHelp("Warn of certificates with fewer days left (default: 14).", valueName: "days"),
        transform: { try SettingReader.integer($0, in: SettingLimits.days) })
    var expiryDays: Int?

    @Flag(help: "Targets that cannot be understood are no failure.")
    var skipInvalid = false
}
