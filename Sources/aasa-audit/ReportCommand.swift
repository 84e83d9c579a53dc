import ArgumentParser
import Basics
import Execution
import History
import Platform
import Records
import Settings

import class Foundation.ProcessInfo

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Render stored reports again, in any format.",
        usage: """
            aasa-audit report [<run>] [<options>]
            aasa-audit report --from <file> ... [<options>]
            """,
        discussion: """
            A run of the database is specified by its number, the beginning of its name, a day such as 2026-11-21, or \
            “latest”; without one, the newest complete run is rendered.

            With --team, --owner, --tag, --status or --min-severity the report contains only a part of the run, and \
            says so. Several of one kind match any of them, different kinds all of them.

            With --from, any number of NDJSON files and JSON documents, from any machine, become one report. A domain \
            that occurs in them more than once counts once, with its last observation.

            Exit codes: 0 everything was read and written; 65 something in the files could not be read (the report \
            contains the rest, marked as incomplete); 1 the tool itself failed; 64 incorrect usage. With --fail-on also 2 \
            and 4, as in audit.
            """)

    @Argument(help: ArgumentHelp("A run of the database (default: the newest complete one).", valueName: "run"))
    var stored: String?

    @OptionGroup var database: DatabaseOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("NDJSON files or JSON documents; - is the standard input.", valueName: "file"))
    var from: [String] = []

    @OptionGroup(title: "Output") var output: SettingFlags<SettingTable.Output>

    @Option(help: "The findings that cause exit code 2 (default: never).")
    var failOn: FailureThreshold?

    @OptionGroup(title: "Part of the run") var part: SelectionOptions

    func validate() throws {
        if !from.isEmpty, stored != nil {
            throw ValidationError(
                "A run and --from cannot be used together: keep the run to read it from the database, or --from to "
                    + "read files.")
        }
        for (flag, value) in [("db", database.db), ("config", database.config)]
        where value != nil && !from.isEmpty {
            throw ValidationError(
                "--\(flag) and --from cannot be used together: keep --\(flag) to read a run from a database, or --from "
                    + "to read files.")
        }
        if from.count(where: { $0 == "-" }) > 1 { throw ValidationError("The standard input (-) can be read once.") }
    }

    func run() throws {
        let variables = ProcessInfo.processInfo.environment
        let settings = try OutputSettings(output.values(in: SettingSources(variables)), variables: variables)
        let unfinished = AbortCleanup()
        let interruption = Interruption(unfinished)
        defer { withExtendedLifetime(interruption) {} }

        for path in from where path != "-" && access(path, R_OK) != 0 {
            throw ValidationError("\(VisibleText.escape(path)) cannot be read: \(String(cString: strerror(errno)))")
        }
        let run = ReportRun(
            settings: settings, unfinished: unfinished, threshold: failOn, selection: part.selection,
            console: Console(isQuiet: settings.values.quiet))
        let code =
            from.isEmpty
            ? try run.render(stored, of: database.open()) : try run.render(files: from)
        throw ExitCode(code.rawValue)
    }
}
