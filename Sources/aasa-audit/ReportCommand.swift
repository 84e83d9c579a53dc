public import ArgumentParser
public import Audit
import Basics
import Execution
public import Findings
import History
import Platform
import Records
import Reports
import Settings

import class Foundation.ProcessInfo

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write reports on stored runs, in any format.",
        usage: """
            aasa-audit report [<run>] [<options>]
            aasa-audit report --from <file> ... [<options>]
            """,
        discussion: """
            A run of the database is specified by its number, the beginning of its ID, a day such as 2026-11-21, or \
            “latest”; without one, the newest complete run is rendered.

            With --team, --owner, --tag, --status or --min-severity, the report contains only the domains that match \
            all of these options, and says so. A repeated option matches any of its values.

            With --from, any number of NDJSON files and JSON documents, from any machine, become one report. A \
            repeated domain counts once, as last observed.

            Exit codes: 0 everything was read and written; 65 something in the files could not be read (the report \
            contains the rest, marked as incomplete); 1 the tool itself failed; 64 incorrect usage. With --fail-on also 2 \
            and 4, as in audit.
            """)

    @Argument(help: ArgumentHelp("A run of the database (default: the newest complete one).", valueName: "run"))
    var runName: String?

    @OptionGroup var database: DatabaseOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("NDJSON files or JSON documents; - is the standard input.", valueName: "file"))
    var from: [String] = []

    @OptionGroup(title: "Output") var output: SettingFlags<SettingTable.Output>

    @Option(help: "The findings that cause exit code 2; regression: new or returned errors (default: never).")
    var failOn: FailureThreshold?

    @OptionGroup(title: "Part of the run") var part: SelectionOptions

    func validate() throws {
        if !from.isEmpty, runName != nil {
            throw ValidationError(
                "A run and --from cannot be used together: keep the run to read it from the database, or --from to "
                    + "read files.")
        }
        for (flag, value) in [("db", database.db), ("config", database.config)] where value != nil && !from.isEmpty {
            throw ValidationError(
                "--\(flag) and --from cannot be used together: keep --\(flag) to read a run from a database, or --from "
                    + "to read files.")
        }
        if from.count(where: { $0 == "-" }) > 1 { throw ValidationError("The standard input can be read only once.") }
    }

    func run() throws {
        let variables = ProcessInfo.processInfo.environment
        let settings = try OutputSettings(output.values(in: SettingSources(variables)), variables: variables)
        let cleanup = AbortCleanup()
        let signalHandler = SignalHandler(cleanup)
        defer { withExtendedLifetime(signalHandler) {} }

        for path in from where path != "-" && access(path, R_OK) != 0 {
            throw ValidationError("\(VisibleText.quote(path, limit: 500)) cannot be read: \(systemError()).")
        }
        let run = ReportRun(
            settings: settings, cleanup: cleanup, threshold: failOn, selection: part.selection,
            console: Console(isQuiet: settings.values.quiet))
        let code = from.isEmpty ? try run.render(runName, of: database.open()) : try run.render(files: from)
        throw ExitCode(code.rawValue)
    }
}

private struct ReportRun {
    private static let maxPrintedProblems = 20

    let settings: OutputSettings
    let cleanup: AbortCleanup
    /// The threshold for the exit code; `nil` if findings do not affect the exit code.
    let threshold: FailureThreshold?
    let selection: DomainSelection
    let console: Console

    func render(_ name: String?, of database: RunDatabase) throws -> RunExitCode.Code {
        let named = try name.map { try database.run(named: $0) }
        guard let record = try named ?? database.newestComplete() else {
            throw HistoryError.noRun("No run is complete yet; “aasa-audit history” lists those that were started.")
        }
        try settings.checkDestinations(of: record.facts.part.limited(to: selection))
        let outputs = try OpenOutputs(settings, cleanup: cleanup)
        let run = try DatabaseRun(record, in: database)
        let code = try write(selectedPart(of: run), to: outputs, problemCount: 0)
        guard let failure = run.failure else { return code }
        console.error("\(failure) Data from earlier runs is missing in the report.")
        return .toolFailed
    }

    /// Renders the content of files as one run; broken parts are reported and omitted.
    func render(files paths: [String]) throws -> RunExitCode.Code {
        let outputs = try OpenOutputs(settings, cleanup: cleanup)
        var problemCount = 0
        let collection = try ReportCollection(
            spoolFolders: outputs.spoolFolders(), toolVersion: ToolVersion.tool, rulesVersion: Judge.rulesVersion
        ) { [console] problem in
            problemCount += 1
            if problemCount <= Self.maxPrintedProblems { console.error("\(problem)") }
        }
        for path in paths { try collection.add(path: path) }
        let unprintedCount = problemCount - Self.maxPrintedProblems
        if unprintedCount > 0 { console.error("\(Phrase.number(unprintedCount)) more places could not be read.") }
        if collection.problemCount > 0 {
            guard !collection.isEmpty else {
                throw UsageError(
                    "No report could be read: --from needs JSON or NDJSON that an audit has written, for example with "
                        + "-o report.json.")
            }
            console.error("The report contains what could be read, and is marked as incomplete.")
        }
        if collection.duplicateCount > 0 {
            console.printNote(
                "\(Phrase.count(collection.duplicateCount, "domain")) occurred in the files more than once; the last "
                    + "observation counts.")
        }
        let run = try selectedPart(of: collection.combinedRun())
        // Whether the files contain a whole run is known only after they were read.
        try settings.checkDestinations(of: run.facts.part)
        return write(run, to: outputs, problemCount: collection.problemCount)
    }

    /// Returns the selected part of a run; prints which domains are omitted, for formats that do not contain warnings.
    private func selectedPart(of run: any StoredRun) throws -> any StoredRun {
        var part = run
        if !selection.isEmpty {
            let selected = try SelectedRun(selection, of: run)
            if let problem = selected.problem { throw UsageError(problem) }
            part = selected
        }
        for warning in part.ending.warnings where warning.code == .domainsLeftOut { console.notice(warning.message) }
        return part
    }

    private func write(_ run: any StoredRun, to outputs: OpenOutputs, problemCount: Int) -> RunExitCode.Code {
        var isWritten = true
        outputs.write(run) { error in
            console.error("\(error)")
            isWritten = false
        }
        guard isWritten else { return .toolFailed }
        var outcome = RunExitCode(threshold: threshold ?? .never)
        if threshold != nil {
            do throws(OutputError) {
                try run.forEachDomain { report in outcome.add(report) }
            } catch {
                console.error("\(error)")
                return .toolFailed
            }
        }
        if problemCount > 0, outcome.code != .findings { return .invalidTargets }
        return outcome.code
    }
}

extension DomainStatus: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}

struct SelectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only domains of this team; repeatable.", valueName: "name"))
    var team: [String] = []

    @Option(help: ArgumentHelp("Only domains of this owner; repeatable.", valueName: "name"))
    var owner: [String] = []

    @Option(help: ArgumentHelp("Only domains with this tag; repeatable.", valueName: "tag"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("Only domains with this status; repeatable.", valueName: "status"))
    var status: [DomainStatus] = []

    @Option(help: ArgumentHelp("Only domains with a finding of this severity or above.", valueName: "severity"))
    var minSeverity: Severity?

    var selection: DomainSelection {
        DomainSelection(teams: team, owners: owner, tags: tag, statuses: status, minSeverity: minSeverity)
    }
}
