import Audit
import Execution
import Findings
import History
import Records
import Reports
import Settings
import Transport

struct ReportRun {
    private static let maxPrintedProblems = 20

    let settings: OutputSettings
    let unfinished: AbortCleanup
    /// The threshold at which the run counts as failed; `nil` if findings do not affect the exit code.
    let threshold: FailureThreshold?
    let selection: DomainSelection
    let console: Console

    /// Renders the run of `database` that the user specified; `nil` for the newest complete one.
    func render(_ name: String?, of database: RunDatabase) throws -> RunExitCode.Code {
        let named = try name.map { try database.run(named: $0) }
        guard let record = try named ?? database.newestComplete() else {
            throw HistoryError.run(
                "No run is complete yet; “aasa-audit history” lists those that were started.")
        }
        try settings.checkDestinations(of: RunPart(selection.options(within: record.facts.options)))
        let outputs = try OpenOutputs(settings, unfinished: unfinished)
        let run = try DatabaseRun(record, in: database)
        let selectedRun = try selected(of: run) { [selection] names in
            try run.changes(at: names) { selection.includes($0) }
        }
        let code = write(selectedRun, to: outputs, problems: 0)
        guard let failure = run.failure else { return code }
        console.error("\(failure) Data from earlier runs is missing in the report.")
        return .toolFailed
    }

    /// Renders the content of NDJSON files and JSON documents as one run; broken parts are reported and omitted.
    func render(files paths: [String]) throws -> RunExitCode.Code {
        let outputs = try OpenOutputs(settings, unfinished: unfinished)
        var count = 0
        let collection = try ReportCollection(
            spoolFolders: outputs.spoolFolders(), toolVersion: ToolVersion.tool, rulesVersion: Judge.rulesVersion
        ) { [console] problem in
            count += 1
            if count <= Self.maxPrintedProblems { console.error("\(problem)") }
        }
        for path in paths { try collection.add(path: path) }
        if collection.problems > Self.maxPrintedProblems {
            console.error("\(collection.problems - Self.maxPrintedProblems) more places could not be read.")
        }
        if collection.problems > 0 {
            console.error("The report contains what could be read, and is marked as incomplete.")
        }
        if collection.duplicates > 0 {
            let noun = collection.duplicates == 1 ? "domain" : "domains"
            console.note(
                "\(collection.duplicates) \(noun) occurred in the files more than once; the last observation counts.")
        }
        let run = try selected(of: collection.run())
        // The part of the run is known only after the files were read.
        try settings.checkDestinations(of: run.facts.part)
        return write(run, to: outputs, problems: collection.problems)
    }

    /// Returns the selected part of a run; also prints that it is a part, for formats that cannot show it.
    private func selected(
        of run: any StoredRun, changes: (Set<String>) throws -> RunChanges? = { _ in nil }
    ) throws -> any StoredRun {
        var part = run
        if !selection.isEmpty {
            let selected = try SelectedRun(selection, of: run, changes: changes)
            if let problem = selected.problem { throw UsageError(problem) }
            part = selected
        }
        for warning in part.ending.warnings where warning.code == .domainsLeftOut { console.notice(warning.message) }
        return part
    }

    private func write(_ run: any StoredRun, to outputs: OpenOutputs, problems: Int) -> RunExitCode.Code {
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
        return outcome.code == .findings || problems == 0 ? outcome.code : .invalidTargets
    }
}
