package import Audit
import Dispatch
package import Findings
import GRDB
package import Records
package import Runs
import Synchronization

package import struct Foundation.Date

/// Writes a run into the database as its domains end, and knows what the runs before say.
///
/// Domains are committed in batches, so that whatever ends the process loses one batch at most; a run that goes on audits those
/// again. When the database fails, the run goes on without it. Everything here may wait for the disk or for another process:
/// it is not for the threads of the cooperative pool.
package final class RunRecorder: RunHistory, Sendable {
    /// The number of domains that are committed at once; a batch is also limited in bytes and in time.
    private static let batchSize = 256
    static let batchBytes = 8 << 20
    private static let batchTime = DispatchTimeInterval.milliseconds(300)
    /// With more bytes than this on their way to the disk, whoever records waits.
    static let maxQueuedBytes = 16 << 20

    /// The facts about the run; those of the first part if the run is resumed.
    package let facts: RunFacts
    /// Its number in the database.
    package let number: Int64
    /// The number of domains that were stored when the run began: those that an earlier process had audited.
    package let resumedDomains: Int
    /// The run that this one is compared with: the newest complete one about which everything was reported, and that is not in
    /// doubt; `nil` where there is none.
    package let previous: RunRecord?

    let database: RunDatabase
    let part: Int
    private let store: Mutex<ResultStore>
    private let queue = DispatchQueue(label: "history")
    private let state = Mutex(State())

    private struct State {
        var pending = Batch()
        var queuedBytes = 0
        var failure: HistoryError?
        var changes: RunChanges?
    }

    private struct Batch {
        var items: [ResultStore.Item] = []
        var bytes = 0
    }

    /// Begins a run of `series`.
    ///
    /// - Throws: ``HistoryError/otherSeries(path:found:expected:)`` where the database is the history of another one.
    package convenience init(
        _ facts: RunFacts, of series: Series, in database: RunDatabase
    ) throws(HistoryError) {
        try database.check(series)
        let number = try database.write { db in
            try db.execute(sql: Queries.setSeries, arguments: [StoredText.encode(series.name)])
            try db.cachedStatement(sql: Queries.insertRun).execute(arguments: [
                facts.id, facts.startedAt.milliseconds, facts.toolVersion, facts.rulesVersion,
                EvidenceJSON.text(facts.options),
            ])
            return db.lastInsertedRowID
        }
        try self.init(facts, number: number, part: 1, resumed: 0, in: database)
    }

    /// The answer to a wish to resume a run.
    package enum Resumption {
        /// The run is resumed.
        case resumed(RunRecorder)
        /// There is none to resume, and why; a clause without a full stop.
        case refused(String)
    }

    /// The age up to which a run is resumed, in seconds: the run of the next night is never a part of it.
    private static let maxResumedAge = 43_200.0

    /// Resumes the newest run, where that did not come to its end and is younger than 12 hours at `date`.
    package static func resume(
        _ series: Series, options: Evidence, at date: Date, in database: RunDatabase
    ) throws(HistoryError) -> Resumption {
        try database.check(series)
        let newest = try database.read { db in
            try Row.fetchOne(db, sql: Queries.newestRun).map { RunRecord($0) }
        }
        guard let newest else { return .refused("There is no earlier run") }
        let name = "Run \(newest.number), the newest one,"
        guard newest.state != .complete else { return .refused("\(name) is complete") }
        guard date.timeIntervalSince(newest.facts.startedAt) < maxResumedAge else {
            return .refused("\(name) began more than 12 hours ago")
        }
        let count = try database.write { db in
            try db.cachedStatement(sql: Queries.continueRun).execute(arguments: [
                EvidenceJSON.text(options), newest.number,
            ])
            if newest.isInDoubt { try db.execute(sql: Queries.deleteResultsOfRun, arguments: [newest.number]) }
            try db.execute(sql: Queries.displaceResults, arguments: [newest.number])
            return try Int.fetchOne(db, sql: Queries.countOfRun, arguments: [newest.number]) ?? 0
        }
        return .resumed(
            try RunRecorder(
                newest.facts, number: newest.number, part: newest.part + 1, resumed: count, in: database))
    }

    private init(
        _ facts: RunFacts, number: Int64, part: Int, resumed: Int, in database: RunDatabase
    ) throws(HistoryError) {
        self.facts = facts
        self.number = number
        self.part = part
        self.database = database
        resumedDomains = resumed
        previous = try database.settledRun(before: number)
        store = Mutex(ResultStore(run: number, part: part, startedAt: facts.startedAt))
    }

    /// Why nothing more is stored; `nil` while all is well.
    package var failure: HistoryError? { state.withLock { $0.failure } }

    // MARK: - While it runs

    /// The report of a target that an earlier process of this run had audited.
    package func storedReport(of target: Target) -> DomainReport? {
        guard resumedDomains > 0, failure == nil else { return nil }
        return lookBack { db in try RunReader.report(of: target.domain, run: number, db) }
    }

    /// Takes a report, and gives it back with what is known of its findings.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - place: Where the target stands in the input.
    ///   - bodies: When the text of the file is in the line that comes back.
    /// - Returns: The report and its line; the report as it was, without a line, when nothing more is stored.
    package func record(
        _ report: DomainReport, at place: Int, bodies: FileTextPolicy = .never
    ) -> (report: DomainReport, line: DomainLine?) {
        guard failure == nil else { return (report, nil) }
        var annotated = report
        do throws(HistoryError) {
            // What this run has stored already is not judged against itself.
            if !report.findings.isEmpty {
                try database.read { db in
                    try KnownDomain.annotate(
                        &annotated, run: number, startedAt: facts.startedAt, baseline: previous?.number,
                        isResumed: part > 1, db)
                }
            }
        } catch {
            give(up: error)
            return (report, nil)
        }
        let line = DomainLine(annotated, bodies: bodies)
        let item = ResultStore.Item(place: place, report: annotated, line: line.withoutText)
        let size = annotated.sizeInMemory + item.line.count
        let (batch, isFirst, mustWait) = state.withLock { state -> (Batch?, Bool, Bool) in
            state.pending.items.append(item)
            state.pending.bytes += size
            guard state.pending.items.count >= Self.batchSize || state.pending.bytes >= Self.batchBytes else {
                return (nil, state.pending.items.count == 1, false)
            }
            let batch = take(&state)
            return (batch, false, state.queuedBytes > Self.maxQueuedBytes)
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.batchTime) { [self] in commitPending() } }
        guard let batch else { return (annotated, line) }
        queue.async { [self] in commit(batch) }
        // A slow disk slows the run rather than filling the memory.
        if mustWait { queue.sync {} }
        return (annotated, line)
    }

    /// The number of bytes in memory that are not on the disk yet.
    var backlog: Int { state.withLock { $0.pending.bytes + $0.queuedBytes } }

    private func take(_ state: inout sending State) -> Batch {
        let batch = state.pending
        state.pending = Batch()
        state.queuedBytes += batch.bytes
        return batch
    }

    private func commitPending() { commit(state.withLock { take(&$0) }) }

    /// Stores what is left; it is on the disk when this returns.
    func flush() { queue.sync { commitPending() } }

    private func commit(_ batch: Batch) {
        defer { state.withLock { $0.queuedBytes -= batch.bytes } }
        guard !batch.items.isEmpty, failure == nil else { return }
        do throws(HistoryError) {
            try store.withLock { store throws(HistoryError) in
                try database.write { db in for item in batch.items { try store.insert(item, db) } }
            }
        } catch {
            give(up: error)
        }
    }

    func give(up error: HistoryError) { state.withLock { $0.failure = $0.failure ?? error } }

    /// Takes back a run that did not begin after all; one that an earlier process began stays, and can be gone on with.
    package func abandon() {
        guard part == 1 else { return }
        // What is left otherwise is a run without domains.
        try? database.write { db in
            try db.cachedStatement(sql: Queries.deleteRun).execute(arguments: [number])
        }
    }

    // MARK: - What the runs before say

    /// The changes since the previous run; available after the run was compared.
    package internal(set) var changes: RunChanges? {
        get { state.withLock { $0.changes } }
        set { state.withLock { $0.changes = newValue } }
    }

    /// The nights before that of the run, the oldest first; none when they cannot be read.
    package func nightsBefore() -> [OverallTimeline.Night] {
        lookBack { db in try RunReader.nights(before: number, at: facts.startedAt, db) } ?? []
    }

    /// When the newest complete run before this one ended.
    package var previousCompletion: Date? {
        lookBack { db in try RunReader.completion(before: number, db) }
    }

    /// Returns the statuses of a domain in the previous runs; also `nil` if they cannot be read.
    package func past(of report: DomainReport) -> DomainPast? {
        lookBack { db in try RunReader.past(of: report, run: number, at: facts.startedAt, db) }
    }

    /// Returns a value from the database; if it cannot be read, the run continues, and ``failure`` contains the reason.
    func lookBack<Value>(_ body: (Database) throws -> Value?) -> Value? {
        do throws(HistoryError) {
            return try database.read(body)
        } catch {
            give(up: error)
            return nil
        }
    }
}
