import Audit
import Basics
import Findings
package import History
import Reports
package import Runs
import Settings
import Transport

import struct Foundation.Date

/// One run of `report`: what was observed before, written in any format.
package struct ReportRun {
    /// The most problems of files that are named one by one.
    private static let namedProblems = 20

    private let settings: OutputSettings
    private let unfinished: AbortCleanup
    /// What makes the run count as failed; `nil` where the exit code says nothing of findings.
    private let threshold: FailureThreshold?
    private let selection: DomainSelection
    private let console: Console

    /// Creates a run that writes where `settings` say.
    ///
    /// - Parameters:
    ///   - settings: Where reports go.
    ///   - unfinished: Gets the files that are not complete yet.
    ///   - threshold: What makes the run count as failed; `nil` where the exit code says nothing of findings.
    ///   - selection: Which domains are shown.
    package init(
        _ settings: OutputSettings, _ unfinished: AbortCleanup, threshold: FailureThreshold?,
        selection: DomainSelection = DomainSelection()
    ) {
        self.selection = selection
        self.settings = settings
        self.unfinished = unfinished
        self.threshold = threshold
        console = Console(isQuiet: settings.values.quiet)
    }

    // MARK: A run of the database

    /// Renders a run of `database`.
    ///
    /// - Parameters:
    ///   - name: Which one, as the user names it; `nil` for the newest complete one.
    ///   - kept: Where it is, and the estate that is meant; `nil` where none was named.
    ///   - rejudges: Whether it is judged by the rules of this version.
    /// - Returns: The exit code.
    /// - Throws: `HistoryError`, and `UsageError` for an output that cannot be written.
    package func render(
        _ name: String?, of kept: (RunDatabase, of: TargetSetID?), rejudges: Bool
    ) throws -> RunExitCode.Code {
        let (database, estate) = kept
        let record: RunRecord
        if let name { record = try database.run(named: name, of: estate) } else { record = try newest(kept) }
        try settings.checkPlaces(of: RunPart(selection.options(within: record.facts.options)))
        let outputs = try OpenOutputs(settings, unfinished: unfinished)
        let run = try DatabaseRun(record, in: database, rejudge: rejudges ? rejudging(record.facts) : nil)
        if run.notRejudged > 0 {
            console.note(
                "\(run.notRejudged) of \(run.summary.targets) domains are shown as they were judged at the time: only the "
                    + "newest observation of a domain is kept.")
        }
        let shown = try selected(of: run) { [selection] names in
            try run.changes(at: names) { selection.includes($0) }
        }
        let code = write(shown, to: outputs, problems: 0, baseline: try database.baseline(of: record.targets))
        guard let failure = run.failure else { return code }
        console.error("\(failure) What runs before this one say is missing in the report.")
        return .toolFailed
    }

    private func newest(_ kept: (RunDatabase, of: TargetSetID?)) throws(HistoryError) -> RunRecord {
        let (database, estate) = kept
        guard let newest = try database.newestComplete(of: estate) else {
            throw .run(
                "No run\(estate.map { " of \($0.called)" } ?? "") has come to its end yet; “aasa-audit history” lists those that "
                    + "have begun.")
        }
        let others = try estate == nil ? database.estates().filter { $0.text != newest.targets } : []
        if !others.isEmpty, let name = newest.estate {
            console.note(
                "Run \(newest.number), of \(VisibleText.quote(name)). The database also has runs of "
                    + "\(others.prefix(5).map(\.called).joined(separator: ", "))"
                    + (others.count > 5 ? " and \(others.count - 5) more" : "") + "; --estate or --config names one.")
        }
        return newest
    }

    /// Judges by the rules of this version, with the settings and waivers that the run had.
    private func rejudging(_ run: RunFacts) -> DatabaseRun.Rejudging {
        let settings = JudgeSettings(recorded: run.options)
        let contents = ContentJudge(anchors: anchors(of: run))
        let everywhere = try? DomainPattern("*")
        return { observation, stored in
            var settings = settings
            settings.waivers = WaiverList(
                stored.findings.compactMap { finding in
                    guard let waiver = finding.waived, let everywhere else { return nil }
                    return WaiverRule(code: finding.code, domain: everywhere, waiver: waiver)
                })
            return Judge(settings, contents: contents).judge(observation)
        }
    }

    /// The roots for signers of files: those that the run had, else none.
    private func anchors(of run: RunFacts) -> CertificateStore? {
        let file = SettingTable.Network.table.cacert.value(in: run.options) ?? nil
        do throws(TransportError) {
            return try CertificateStore(file: file, environment: settings.variables, defaultFile: nil)
        } catch {
            console.error("\(error) Whether signers are trusted is not said.")
            return nil
        }
    }

    // MARK: Files

    /// Renders what stands in NDJSON files and JSON documents as one run; what is broken in them is named and left out.
    ///
    /// - Returns: The exit code.
    /// - Throws: `OutputError` where nothing can be kept, and `UsageError` for an output that cannot be written.
    package func render(files paths: [String]) throws -> RunExitCode.Code {
        let outputs = try OpenOutputs(settings, unfinished: unfinished)
        var named = 0
        let collection = try ReportCollection(
            spoolFolders: outputs.spoolFolders(), toolVersion: ToolVersion.tool, rulesVersion: Judge.rulesVersion
        ) { [console] problem in
            named += 1
            if named <= Self.namedProblems { console.error("\(problem)") }
        }
        for path in paths { try collection.add(path: path) }
        if collection.problems > Self.namedProblems {
            console.error("\(collection.problems - Self.namedProblems) more places could not be read.")
        }
        if collection.problems > 0 {
            console.error("The report has what could be read, and says that it is not complete.")
        }
        if collection.duplicates > 0 {
            let noun = collection.duplicates == 1 ? "domain" : "domains"
            console.note(
                "\(collection.duplicates) \(noun) stood in the files more than once; the last observation counts.")
        }
        let run = try selected(of: collection.run())
        // Of which part they are is known once they are read.
        try settings.checkPlaces(of: run.facts.part)
        return write(run, to: outputs, problems: collection.problems)
    }

    // MARK: The reports

    /// The part of a run that is to be shown; that it is one is said for formats without a place for it, too.
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

    private func write(_ run: any StoredRun, to outputs: OpenOutputs, problems: Int, baseline: Date? = nil)
        -> RunExitCode.Code
    {
        var isWritten = true
        outputs.write(run) { error in
            console.error("\(error)")
            isWritten = false
        }
        guard isWritten else { return .toolFailed }
        var outcome = RunExitCode(threshold: threshold ?? .never)
        outcome.baseline = baseline
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
