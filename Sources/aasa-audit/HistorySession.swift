import ArgumentParser
import Audit
import Basics
import Findings
import History
import Logging
import Reports
import Runs

import struct Foundation.Date

/// The database of a run, from its opening to its closing.
///
/// Everything here may wait for a disk or for another process. The run has a thread of its own for that; its domains, which
/// are on the cooperative pool, ask ``storedReport(of:)``.
final class HistorySession: Sendable {
    /// Knows the run.
    let recorder: RunRecorder
    private let database: RunDatabase
    private let reader = BlockingTaskExecutor(label: "stored reports")

    private init(_ recorder: RunRecorder, _ database: RunDatabase) {
        self.recorder = recorder
        self.database = database
    }

    // MARK: Its beginning

    /// Opens the database, and begins a run or goes on with one.
    ///
    /// - Returns: The session; `nil` when no database is kept.
    /// - Throws: `ExitCode`, when the database cannot be used; the reason was said.
    static func open(_ settings: HistorySettings, _ facts: RunFacts, _ console: Console) throws -> HistorySession? {
        guard let path = settings.path else { return nil }
        do throws(HistoryError) {
            let database = try RunDatabase(path: path, access: .writing)
            let (recorder, remark) = try begin(settings, facts, database)
            if let remark { if let log = console.log { log.notice("\(remark)") } else { console.note(remark) } }
            return HistorySession(recorder, database)
        } catch {
            console.error("\(error) --no-db runs without a database.")
            throw ExitCode(RunOutcome.Code.toolFailed.rawValue)
        }
    }

    private static func begin(
        _ settings: HistorySettings, _ facts: RunFacts, _ database: RunDatabase
    ) throws(HistoryError) -> (RunRecorder, remark: String?) {
        guard settings.resumes else {
            return (try RunRecorder(facts, targets: settings.targets, in: database), nil)
        }
        let unfinished = try database.newestUnfinished()
        guard let recorder = try RunRecorder.resume(targets: settings.targets, options: facts.options, in: database)
        else {
            var text = "There is no unfinished run of these targets; a new one begins."
            if let unfinished, unfinished.targets != settings.targets.text {
                text += " (Run \(unfinished.number), which is unfinished, had other targets: "
                text += "\(VisibleText.escape(unfinished.source)).)"
            }
            return (try RunRecorder(facts, targets: settings.targets, in: database), text)
        }
        var text = "Going on with run \(recorder.number): "
        text += recorder.resumedDomains == 1 ? "1 domain is done." : "\(recorder.resumedDomains) domains are done."
        let differing = difference(recorder.facts.options, facts.options)
        if !differing.isEmpty {
            text += " Settings that are not those of its first part: \(differing.joined(separator: ", "))."
        }
        return (recorder, text)
    }

    private static func difference(_ first: Evidence, _ second: Evidence) -> [String] {
        // As the database gives them back: a whole number is an integer there.
        let second = EvidenceJSON.evidence(EvidenceJSON.text(second)) ?? second
        var keys = first.entries.map(\.key)
        keys += second.entries.map(\.key).filter { first[$0] == nil }
        return keys.filter { first[$0] != second[$0] }
    }

    // MARK: While it runs

    /// The report of a target that an earlier process of this run had audited.
    func storedReport(of target: Target) async -> DomainReport? {
        guard recorder.resumedDomains > 0 else { return nil }
        return await withTaskExecutorPreference(reader) { recorder.storedReport(of: target) }
    }

    // MARK: Its end

    /// How many targets the run before had, if it was one of the same list.
    var targetsBefore: Int? {
        guard let baseline = recorder.baseline, baseline.targets == recorder.targets else { return nil }
        return baseline.summary?.targets
    }

    /// Ends `notice` with what the database knows; `nil` when it cannot tell.
    func finish(_ notice: RunNotice, _ ending: RunEnding) -> RunNotice? {
        guard let news = recorder.news(complete: ending.complete) else { return nil }
        var notice = notice
        notice.finish(
            ending, reported: news.warnings, changes: news.changes, recovered: news.recovered, outage: recorder.outage)
        return notice
    }

    /// Deletes runs that are older than `keep`.
    func prune(_ keep: Duration, before date: Date) throws(HistoryError) {
        _ = try database.prune(before: date.addingTimeInterval(-(keep / .seconds(1))))
    }

    /// Closes the database when nobody asks any more.
    func close() {
        recorder.leave()
        database.close()
    }
}
