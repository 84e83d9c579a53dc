package import Audit
import Dispatch
package import Findings
import GRDB
package import Records
import Synchronization
import Transport

package import struct Foundation.Date

/// Writes the results of a run in batches, and reads data about previous runs.
///
/// If the process is killed, at most one batch is lost, which a resumed run audits again; if the database fails, the
/// run continues without it. All methods may wait for the disk or for another process, so they must not be called on
/// threads of the cooperative pool.
package final class RunRecorder: DatabaseRunHistory, Sendable {
    /// The number of domains that are committed at once; a batch is also limited in bytes and in time.
    private static let batchSize = 256
    static let batchBytes = 8 << 20
    private static let batchTime = DispatchTimeInterval.milliseconds(300)
    /// The number of queued bytes above which recording waits for the disk.
    static let maxQueuedBytes = 16 << 20

    /// The facts about the run; those of the first segment if the run is resumed.
    package let facts: RunFacts
    package let number: Int64
    /// The number of domains that an earlier process had already audited when the run was resumed.
    package let resumedDomains: Int
    /// The previous run: the newest earlier run that is settled and not in doubt; `nil` if there is none.
    package let previous: RunRecord?

    package let database: RunDatabase
    /// The number of times that the run was started or resumed.
    let segment: Int
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

    package convenience init(_ facts: RunFacts, of series: String, in database: RunDatabase) throws(HistoryError) {
        try database.check(series)
        let number = try database.write { db in
            try db.insert(or: .ignore, into: "series", ["id": 1, "name": StoredText.encode(series)])
            try db.insert(
                into: "run",
                [
                    "name": facts.id, "started_at": facts.startedAt.milliseconds,
                    "state": RunRecord.State.running.rawValue, "tool_version": facts.toolVersion,
                    "rules_version": facts.rulesVersion, "options": facts.options.jsonText,
                ])
            return db.lastInsertedRowID
        }
        try self.init(facts, number: number, segment: 1, resumedDomains: 0, in: database)
    }

    init(
        _ facts: RunFacts, number: Int64, segment: Int, resumedDomains: Int, in database: RunDatabase
    ) throws(HistoryError) {
        self.facts = facts
        self.number = number
        self.segment = segment
        self.database = database
        self.resumedDomains = resumedDomains
        previous = try database.settledRun(before: number)
        store = Mutex(ResultStore(run: number, segment: segment, startedAt: facts.startedAt))
    }

    package var failure: HistoryError? { state.withLock { $0.failure } }

    // MARK: - During the run

    /// Returns the report that an earlier process of this run stored; `nil` if there is none.
    package func storedReport(of target: Target) -> DomainReport? {
        guard resumedDomains > 0, failure == nil else { return nil }
        return read { db in
            guard let known = try KnownDomain.find(target.domain, db),
                let row = try db.row(Queries.result, [number, known.id])
            else { return nil }
            return try ReportStorage().report(row["report_id"], row["delta"], fileID: row["file_id"], db)
        }
    }

    /// Records the report of the target at `index`.
    ///
    /// Returns the report with the states of its findings, and its line without the text of the file; after an error of
    /// the database, the unchanged report without a line.
    package func record(_ report: DomainReport, at index: Int) -> (report: DomainReport, line: DomainLine?) {
        guard failure == nil else { return (report, nil) }
        var annotated: DomainReport? = report
        if !report.findings.isEmpty {
            // A resumed run may already contain this result, which must not be compared with itself.
            annotated = read { db in
                try KnownDomain.annotated(
                    report, run: number, startedAt: facts.startedAt, previousRun: previous?.number,
                    isResumed: segment > 1, db)
            }
        }
        guard let annotated else { return (report, nil) }
        // The text of a file is stored separately, once for all reports with the same file.
        let line = DomainLine(annotated, bodies: .never)
        let item = ResultStore.Item(index: index, report: annotated, json: line.bytes)
        let size = annotated.sizeInMemory + item.json.count
        let mustWait = state.withLock { state -> Bool in
            state.pending.items.append(item)
            state.pending.bytes += size
            guard state.pending.items.count >= Self.batchSize || state.pending.bytes >= Self.batchBytes else {
                if state.pending.items.count == 1 {
                    queue.asyncAfter(deadline: .now() + Self.batchTime) { [self] in commitPending() }
                }
                return false
            }
            let batch = takeBatch(from: &state)
            queue.async { [self] in commit(batch) }
            return state.queuedBytes > Self.maxQueuedBytes
        }
        // A slow disk slows the run instead of filling the memory.
        if mustWait { queue.sync {} }
        return (annotated, line)
    }

    /// The number of bytes that are not in the database yet; for tests.
    var unwrittenBytes: Int { state.withLock { $0.pending.bytes + $0.queuedBytes } }

    private func takeBatch(from state: inout sending State) -> Batch {
        let batch = state.pending
        state.pending = Batch()
        state.queuedBytes += batch.bytes
        return batch
    }

    private func commitPending() { commit(state.withLock { takeBatch(from: &$0) }) }

    func flush() { queue.sync { commitPending() } }

    private func commit(_ batch: Batch) {
        defer { state.withLock { $0.queuedBytes -= batch.bytes } }
        guard !batch.items.isEmpty else { return }
        store.withLock { store in
            write { db in for item in batch.items { try store.insert(item, db) } }
        }
    }

    func write(_ body: (Database) throws -> Void) {
        guard failure == nil else { return }
        do throws(HistoryError) {
            try database.write(body)
        } catch {
            stopUsingDatabase(after: error)
        }
    }

    private func stopUsingDatabase(after error: HistoryError) { state.withLock { $0.failure = $0.failure ?? error } }

    /// Removes a run that could not begin; a resumed run is kept, and can be resumed again.
    package func abandon() {
        guard segment == 1 else { return }
        // If this fails, a run without domains remains.
        try? database.write { db in try db.execute(Queries.deleteRun, [number]) }
    }

    // MARK: - At the end of the run

    /// Stores the remaining results, and compares this run with the previous one unless this run is in doubt.
    ///
    /// `onFixed` is called for each domain with resolved findings, and must not use the database.
    package func compare(
        aliases: Aliases, _ ending: RunEnding, onFixed: ((DomainReport, [FindingCode]) -> Void)? = nil
    ) {
        flush()
        write { db in
            if ending.isComplete, segment > 1 {
                // The domains of these results are no longer in the list.
                try Self.revert(Row.fetchAll(db, sql: Queries.deleteDisplacedResults, arguments: [number]), db)
            }
            for (index, row) in aliases.rows {
                let inputs = try StoredJSON.encode(row)
                try db.insert(or: .replace, into: "alias", ["run_id": number, "place": index, "inputs": inputs])
            }
        }
        guard failure == nil, !ending.isInDoubt else { return }
        let changes = read { db in
            try RunComparison.changes(of: number, isComplete: ending.isComplete, db, onFixed: onFixed)
        }
        state.withLock { $0.changes = changes }
    }

    /// Ends the run after its reports are written; a run in doubt does not affect which findings are new, resolved or
    /// known.
    ///
    /// `outgoing` is `nil` without receivers, or if the run is not reported.
    package func finish(at date: Date, _ ending: RunEnding, summary: RunSummary, outgoing: OutgoingMessages?) {
        write { db in
            if let outgoing { try insert(outgoing, isInDoubt: ending.isInDoubt, db) }
            try db.cachedStatement(sql: Queries.finishRun).execute(arguments: [
                date.milliseconds, (ending.isComplete ? RunRecord.State.complete : .interrupted).rawValue,
                try StoredJSON.encode(summary), try StoredJSON.encode(ending), ending.isInDoubt, outgoing != nil,
                number,
            ])
            if ending.isInDoubt {
                try Self.revert(Row.fetchAll(db, sql: Queries.domainsToRevert, arguments: [number]), db)
            }
        }
    }

    package func settle(at date: Date) {
        write { db in try db.execute(Queries.settleRun, [date.milliseconds, number]) }
    }

    /// Reverts the effects of results, each given by its domain and number, on findings: deletes findings that began,
    /// reopens findings that ended, and restores the time at which the others were last seen.
    private static func revert(_ results: [Row], _ db: Database) throws {
        for row in results {
            let (domain, number): (Int64, Int) = (row["domain_id"], row["number"])
            for sql in [Queries.deleteFindingsOpened, Queries.reopenFindings, Queries.revertLastSeen] {
                try db.execute(sql, ["domain": domain, "number": number])
            }
        }
    }

    /// The changes since the previous run; available after the run was compared.
    package var changes: RunChanges? { state.withLock { $0.changes } }

    func read<Value>(_ body: (Database) throws -> Value?) -> Value? {
        do throws(HistoryError) {
            return try database.read(body)
        } catch {
            stopUsingDatabase(after: error)
            return nil
        }
    }
}

extension DomainReport {
    /// The approximate size of a report in memory, in bytes: bodies, and an estimate for everything else.
    fileprivate var sizeInMemory: Int {
        let bodies = [
            wellKnown?.exchange?.body, root?.exchange?.body, file?.bytes, bodyBehindRedirects, unverifiedFile,
        ]
        return bodies.reduce(16 << 10) { $0 + ($1?.count ?? 0) }
    }
}
