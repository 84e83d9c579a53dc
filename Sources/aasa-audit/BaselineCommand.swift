import ArgumentParser
import Basics
import Execution
import History
import Settings

/// `baseline`: what is accepted for now.
struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline", abstract: "Accept what is wrong today, so that only what comes later counts.",
        subcommands: [BaselineAcceptCommand.self])
}

/// `baseline accept [DOMAIN…]`: writes waivers for what a run found.
struct BaselineAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Write waivers for what a run found.",
        usage: "aasa-audit baseline accept [<domain> ...] [<options>]",
        discussion: """
            The waivers go into a file of their own, which the configuration includes; what is in it already stays as it is, and \
            the configuration is never changed. Without domains all errors and warnings of the run are accepted. What could \
            not be checked is not.

            Exit codes: 0; 1 the database cannot be used, or the file cannot be written; 3 the configuration or the file of \
            waivers is wrong; 64 wrong usage.
            """)

    @Argument(help: ArgumentHelp("A domain, as for audit (default: all).", valueName: "domain"))
    var domains: [String] = []

    @Option(
        help: ArgumentHelp("The last day (UTC), such as 2027-06-30 (default: no end).", valueName: "date"),
        transform: { try SettingReader.day($0) })
    var until: String?

    @Option(
        help: ArgumentHelp("Why, for the reports.", valueName: "text"), transform: { try SettingReader.reason($0) })
    var reason: String?

    @Option(
        help: ArgumentHelp(
            "The file of the waivers (default: accepted.yaml beside the configuration).", valueName: "file"))
    var file: String?

    @Option(
        name: .customLong("run"), help: ArgumentHelp("The run (default: the newest complete one).", valueName: "run"))
    var stored: String?

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        let configuration = try database.configuration()
        let kept = try database.open(configuration)
        let request = BaselineRun.Request(domains: domains, reason: reason, until: until, file: file, run: stored)
        try BaselineRun(request, configuration).accept(from: kept)
    }
}
