public import Audit
import Dispatch
public import Findings
import GRDB
public import Reports
import Synchronization

public import struct Foundation.Date

/// Writes a run into the database as its domains end, and knows what the runs before say.
///
/// Domains are committed in batches, so that whatever ends the process loses one batch at most; a run that goes on audits those
/// again. When the database fails, the run goes on without it.
public final class RunRecorder: RunHistory, Sendable {
    /// How many domains are committed at once, and after how long at the latest.
    private static let batchSize = 256
    private static let batchTime = DispatchTimeInterval.milliseconds(300)

    /// What is said of the run; that of the first part when it is gone on with.
    public let facts: RunFacts
    /// Its number in the database.
    public let number: Int64
    /// How many domains were there when it began: those that an earlier process had audited.
    public let resumedDomains: Int

    private let database: RunDatabase
    private let lock: RunLock
    private let store: Mutex<ResultStore>
    private let queue = DispatchQueue(label: "history")
    /// A slow disk slows the run rather than filling the memory.
    private let slots = DispatchSemaphore(value: 2)
    private let state = Mutex(State())

    private struct State {
        var pending: [ResultStore.Item] = []
        var failure: HistoryError?
        var changes: RunChanges?
    }

    /// Begins a run.
    public convenience init(
        _ facts: RunFacts, targets: RunTargetsMark, in database: RunDatabase
    ) throws(HistoryError) {
        let (number, lock) = try database.write { db in
            try db.cachedStatement(sql: Queries.insertRun).execute(arguments: [
                facts.id, facts.startedAt.milliseconds, facts.toolVersion, facts.rulesVersion,
                EvidenceJSON.text(facts.options), targets.text, StoredText.encode(targets.source),
            ])
            let number = db.lastInsertedRowID
            // Before anybody else can see the run, and take it for one that was killed.
            guard let lock = try RunLock.take(database: database.lockPath, run: number) else {
                throw HistoryError.locked(path: database.path)
            }
            return (number, lock)
        }
        self.init(facts, number: number, resumed: 0, lock: lock, in: database)
    }

    /// Goes on with the newest unfinished run of the same targets; `nil` when there is none that no process works on.
    public static func resume(
        targets: RunTargetsMark, options: Evidence, in database: RunDatabase
    ) throws(HistoryError) -> RunRecorder? {
        let rows = try database.read { db in
            try Row.fetchAll(db.cachedStatement(sql: Queries.unfinished), arguments: [targets.text])
        }
        for row in rows {
            let record = RunRecord(row)
            guard let lock = try RunLock.take(database: database.lockPath, run: record.number) else { continue }
            let count = try database.write { db -> Int? in
                try db.cachedStatement(sql: Queries.continueRun).execute(arguments: [
                    EvidenceJSON.text(options), record.number,
                ])
                // Its process may have brought it to its end meanwhile.
                guard db.changesCount > 0 else { return nil }
                return try Int.fetchOne(db, sql: Queries.countOfRun, arguments: [record.number]) ?? 0
            }
            guard let count else { continue }
            return RunRecorder(record.facts, number: record.number, resumed: count, lock: lock, in: database)
        }
        return nil
    }

    private init(_ facts: RunFacts, number: Int64, resumed: Int, lock: RunLock, in database: RunDatabase) {
        self.facts = facts
        self.number = number
        self.database = database
        self.lock = lock
        resumedDomains = resumed
        store = Mutex(ResultStore(run: number, startedAt: facts.startedAt, isResumed: resumed > 0))
    }

    /// Why nothing more is stored; `nil` while all is well.
    public var failure: HistoryError? { state.withLock { $0.failure } }

    // MARK: - While it runs

    /// The report of a target that an earlier process of this run had audited.
    public func storedReport(of target: Target) -> DomainReport? {
        guard resumedDomains > 0, failure == nil else { return nil }
        return try? database.read { db in try RunReader.report(host: target.host, port: target.port, run: number, db) }
    }

    /// Takes a report, and gives it back with what is known of its findings.
    public func record(_ report: DomainReport, at place: Int) -> DomainReport {
        guard failure == nil else { return report }
        var annotated = report
        do throws(HistoryError) {
            // What this run has stored already is not judged against itself.
            try database.read { db in
                try KnownDomain.annotate(
                    &annotated, run: number, startedAt: facts.startedAt, isResumed: resumedDomains > 0, db)
            }
        } catch {
            give(up: error)
            return report
        }
        let (batch, isFirst) = state.withLock { state -> ([ResultStore.Item], Bool) in
            state.pending.append(ResultStore.Item(place: place, report: annotated))
            guard state.pending.count >= Self.batchSize else { return ([], state.pending.count == 1) }
            defer { state.pending = [] }
            return (state.pending, false)
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.batchTime) { [self] in commitPending() } }
        guard !batch.isEmpty else { return annotated }
        slots.wait()
        queue.async { [self] in
            commit(batch)
            slots.signal()
        }
        return annotated
    }

    /// Ends the run: everything is stored when this returns, and what changed is known.
    public func finish(at date: Date, complete: Bool, summary: RunSummary, aliases: [Int: [String]]) {
        queue.sync { commitPending() }
        defer { lock.release() }
        guard failure == nil else { return }
        do throws(HistoryError) {
            try database.write { db in
                for (place, inputs) in aliases {
                    try db.cachedStatement(sql: Queries.insertAlias).execute(arguments: [
                        number, place, EvidenceJSON.text(["inputs": .strings(inputs)]),
                    ])
                }
                try db.cachedStatement(sql: Queries.finishRun).execute(arguments: [
                    date.milliseconds, (complete ? RunRecord.State.complete : .interrupted).rawValue,
                    EvidenceJSON.text(summary.evidence), number,
                ])
            }
            let changes = try RunComparison.changes(of: number, in: database)
            state.withLock { $0.changes = changes }
        } catch {
            give(up: error)
        }
    }

    /// Takes back a run that did not begin after all; one that is gone on with stays as it was.
    public func abandon() {
        defer { lock.release() }
        guard resumedDomains == 0 else { return }
        // What is left otherwise is a run without domains.
        try? database.write { db in
            try db.cachedStatement(sql: Queries.deleteRun).execute(arguments: [number])
        }
    }

    private func commitPending() {
        let batch = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        commit(batch)
    }

    private func commit(_ batch: [ResultStore.Item]) {
        guard !batch.isEmpty, failure == nil else { return }
        do throws(HistoryError) {
            try store.withLock { store throws(HistoryError) in
                try database.write { db in
                    for item in batch { try store.insert(item, db) }
                }
            }
        } catch {
            give(up: error)
        }
    }

    private func give(up error: HistoryError) { state.withLock { $0.failure = $0.failure ?? error } }

    // MARK: - What the runs before say

    /// What is different from the run before; known when the run has ended.
    public var changes: RunChanges? { state.withLock { $0.changes } }

    /// How a domain stood in the runs before.
    public func past(of report: DomainReport) -> DomainPast? {
        try? database.read { db in try RunReader.past(of: report, run: number, db) }
    }
}
