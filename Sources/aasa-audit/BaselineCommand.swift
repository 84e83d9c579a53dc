import ArgumentParser
import Basics
import Execution
import History
import Settings

/// `baseline`: manages accepted problems.
struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline", abstract: "Accept today's findings, so that only later ones count.",
        subcommands: [BaselineAcceptCommand.self])
}

/// `baseline accept [DOMAIN…]`: writes waivers for the findings of a run.
struct BaselineAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Write waivers for the findings of a run.",
        usage: "aasa-audit baseline accept [<domain> ...] [<options>]",
        discussion: """
            The waivers are written to a separate file, which the configuration includes; its existing entries and the \
            configuration are never changed. Without domains, all errors and warnings of the run are accepted, but not \
            domains that could not be checked.

            Exit codes: 0; 1 the database cannot be used, or the file cannot be written; 3 the configuration or the file of \
            waivers is wrong; 64 incorrect usage.
            """)

    @Argument(help: ArgumentHelp("A domain, as for audit (default: all).", valueName: "domain"))
    var domains: [String] = []

    @Option(
        help: ArgumentHelp("The last day (UTC), such as 2027-06-30 (default: no end).", valueName: "date"),
        transform: { try SettingReader.day($0) })
    var until: String?

    @Option(
        help: ArgumentHelp("The reason, for reports.", valueName: "text"), transform: { try SettingReader.reason($0) })
    var reason: String?

    @Option(
        help: ArgumentHelp("The person or team that accepts the findings, for reports.", valueName: "name"),
        transform: { try SettingReader.name($0) })
    var acceptedBy: String?

    @Option(
        help: ArgumentHelp(
            "The file of the waivers (default: accepted.yaml next to the configuration).", valueName: "file"))
    var file: String?

    @Option(
        name: .customLong("run"), help: ArgumentHelp("The run (default: the newest complete one).", valueName: "run"))
    var stored: String?

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        let configuration = try Configuration.read(database.config)
        let kept = try database.open(configuration)
        let run = BaselineRun(
            domains: domains, reason: reason, until: until, acceptedBy: acceptedBy, file: file, run: stored,
            configuration)
        try run.accept(from: kept)
    }
}
