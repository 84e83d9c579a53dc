import ArgumentParser
import Audit
import Basics
import Findings
import History
import Logging
import Reports

import struct Foundation.Date

/// The database of a run, from its opening to its closing; all that may wait is done away from the cooperative pool.
final class HistorySession: Sendable {
    /// Knows the run; what may wait is asked of it on a thread of its own.
    let recorder: RunRecorder
    private let database: RunDatabase
    private let queue: BlockingQueue

    private init(_ recorder: RunRecorder, _ database: RunDatabase, _ queue: BlockingQueue) {
        self.recorder = recorder
        self.database = database
        self.queue = queue
    }

    // MARK: Its beginning

    /// Opens the database, and begins a run or goes on with one.
    ///
    /// - Returns: The session; `nil` when no database is kept.
    /// - Throws: `ExitCode`, when the database cannot be used; the reason was said.
    static func open(_ settings: HistorySettings, _ facts: RunFacts, _ console: Console) async throws -> HistorySession?
    {
        guard let path = settings.path else { return nil }
        let queue = BlockingQueue(label: "history session")
        do throws(HistoryError) {
            let (recorder, database, remark) = try await queue.run { () throws(HistoryError) in
                let database = try RunDatabase(path: path, access: .writing)
                let (recorder, remark) = try begin(settings, facts, database)
                return (recorder, database, remark)
            }
            if let remark { if let log = console.log { log.notice("\(remark)") } else { console.note(remark) } }
            return HistorySession(recorder, database, queue)
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
        return await queue.run { [recorder] in recorder.storedReport(of: target) }
    }

    /// Takes a report, and gives it back with what is known of its findings.
    func record(_ report: DomainReport, at place: Int) async -> DomainReport {
        await queue.run { [recorder] in recorder.record(report, at: place) }
    }

    // MARK: Its end

    /// How many targets the run before had, if it was one of the same list.
    var targetsBefore: Int? {
        guard let baseline = recorder.baseline, baseline.targets == recorder.targets else { return nil }
        return baseline.summary?.targets
    }

    /// Stores what is left, and compares the run with the one before it.
    func compare(aliases: Aliases, complete: Bool) async {
        await queue.run { [recorder] in recorder.compare(aliases: aliases, complete: complete) }
    }

    /// What is different from what messages have said until now; `nil` when the database cannot tell.
    func news(complete: Bool) async -> RunNews? {
        await queue.run { [recorder] in recorder.news(complete: complete) }
    }

    /// Ends `notice` with what the database knows.
    func finish(_ notice: RunNotice, _ ending: RunEnding, _ news: RunNews) async -> RunNotice {
        await queue.run { [recorder] in
            var notice = notice
            notice.finish(
                ending, reported: news.warnings, changes: news.changes, recovered: news.recovered,
                outage: recorder.outage)
            return notice
        }
    }

    /// Ends the run in the database: its reports are written.
    func finish(at date: Date, _ ending: RunEnding, summary: RunSummary, reporting report: RunReporting?) async {
        await queue.run { [recorder] in recorder.finish(at: date, ending, summary: summary, reporting: report) }
    }

    /// The messages of these targets that wait for their delivery.
    func takePendingMessages() async throws(HistoryError) -> [PendingMessage] {
        try await queue.run { [recorder] () throws(HistoryError) in try recorder.takePendingMessages() }
    }

    /// Says that `message` was delivered, or that it will never be.
    func end(_ message: PendingMessage, isDelivered: Bool) async throws(HistoryError) {
        try await queue.run { [recorder] () throws(HistoryError) in
            try recorder.end(message, isDelivered: isDelivered)
        }
    }

    /// Deletes runs that are older than `keep`.
    func prune(_ keep: Duration, before date: Date) async throws(HistoryError) {
        try await queue.run { [database] () throws(HistoryError) in
            _ = try database.prune(before: date.addingTimeInterval(-(keep / .seconds(1))))
        }
    }

    /// Says that everything about the run was done.
    func settle(at date: Date) async {
        await queue.run { [recorder] in recorder.settle(at: date) }
    }

    /// Takes back a run that did not begin after all.
    func abandon() async {
        await queue.run { [recorder] in recorder.abandon() }
    }

    /// Closes the database when nobody asks any more.
    func close() async {
        await queue.run { [recorder, database] in
            recorder.leave()
            database.close()
        }
    }
}
