public import Audit
import Dispatch
public import Findings
import GRDB
public import Reports
public import Runs
import Synchronization

public import struct Foundation.Date

/// Writes a run into the database as its domains end, and knows what the runs before say.
///
/// Domains are committed in batches, so that whatever ends the process loses one batch at most; a run that goes on audits those
/// again. When the database fails, the run goes on without it. Everything here may wait for the disk or for another process:
/// it is not for the threads of the cooperative pool.
public final class RunRecorder: RunHistory, Sendable {
    /// What is committed at once: so many domains, or those that have so many bytes, after so long at the latest.
    private static let batchSize = 256
    static let batchBytes = 8 << 20
    private static let batchTime = DispatchTimeInterval.milliseconds(300)
    /// With more bytes than this on their way to the disk, whoever records waits.
    static let mostQueuedBytes = 16 << 20

    /// What is said of the run; that of the first part when it is gone on with.
    public let facts: RunFacts
    /// Its number in the database.
    public let number: Int64
    /// How many domains were there when it began: those that an earlier process had audited.
    public let resumedDomains: Int
    /// The run that this one is compared with: the newest one of the same targets about which everything was reported.
    public let baseline: RunRecord?

    let database: RunDatabase
    /// Which targets it has.
    let targetSet: TargetSetID
    /// What tells apart runs of other targets.
    public var targets: String { targetSet.text }
    /// The runs that it takes over when its domains are stored: one that does not begin after all has taken nothing.
    public let earlier: EarlierRuns?
    let part: Int
    private let lock: RunLock
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

    /// Begins a run.
    public convenience init(
        _ facts: RunFacts, targets: TargetSetID, in database: RunDatabase
    ) throws(HistoryError) {
        let (number, lock, baseline, earlier) = try database.writePatiently { db in
            let earlier = try RunDatabase.earlierRuns(of: targets, db)
            var baseline = earlier.last { $0.state == .complete && $0.isSettled && !$0.isInDoubt }
            baseline?.targets = targets.text
            if baseline == nil {
                baseline = try RunDatabase.settled(
                    before: .max, targets: targets.text, isOfEstate: targets.estate != nil, db)
            }
            try db.cachedStatement(sql: Queries.insertRun).execute(arguments: [
                facts.id, facts.startedAt.milliseconds, facts.toolVersion, facts.rulesVersion,
                EvidenceJSON.text(facts.options), targets.text, StoredText.encode(targets.source),
                targets.estate.map(StoredText.encode), baseline?.number,
            ])
            let number = db.lastInsertedRowID
            // Before anybody else can see the run, and take it for one that was killed.
            guard let lock = try RunLock.take(database: database.lockPath, run: number) else {
                throw HistoryError.locked(path: database.path)
            }
            return (number, lock, baseline, EarlierRuns(earlier))
        }
        self.init(
            facts, number: number, part: 1, resumed: 0, targets: targets, earlier: earlier, baseline: baseline,
            lock: lock, in: database)
    }

    /// The answer to a wish to go on with a run.
    public enum Resumption {
        /// The run is gone on with.
        case resumed(RunRecorder)
        /// There is none to go on with, and why; a clause without a full stop.
        case refused(String)
    }

    /// The age up to which a run is gone on with, in seconds: what it found is of the same day then.
    private static let maxResumedAge = 86_400.0

    /// Goes on with the newest run of the same targets, where that did not come to its end, is younger than 24 hours at
    /// `date`, and no process works on it.
    public static func resume(
        targets: TargetSetID, options: Evidence, at date: Date, in database: RunDatabase
    ) throws(HistoryError) -> Resumption {
        let (earlier, newest) = try database.read { db in
            let earlier = try RunDatabase.earlierRuns(of: targets, db)
            let own = try Row.fetchOne(db, sql: Queries.newestRun, arguments: [targets.text]).map { RunRecord($0) }
            return (earlier, [earlier.last, own].compactMap(\.self).max { $0.number < $1.number })
        }
        guard let newest else { return .refused("There is no earlier run of these targets") }
        let name = "Run \(newest.number), the newest of these targets,"
        guard newest.state != .complete else { return .refused("\(name) is complete") }
        guard date.timeIntervalSince(newest.facts.startedAt) < maxResumedAge else {
            return .refused("\(name) began more than 24 hours ago")
        }
        guard let lock = try RunLock.take(database: database.lockPath, run: newest.number) else {
            return .refused("\(name) is still under way in another process")
        }
        let resumed = try database.writePatiently { db -> (count: Int, part: Int, baseline: RunRecord?)? in
            let row = try Row.fetchOne(db, sql: Queries.runByID, arguments: [newest.number])
            // Its process may have brought it to its end meanwhile.
            guard let run = row.map({ RunRecord($0) }), run.state != .complete else { return nil }
            try db.cachedStatement(sql: Queries.continueRun).execute(arguments: [
                EvidenceJSON.text(options), run.number,
            ])
            if run.isInDoubt { try db.execute(sql: Queries.deleteResultsOfRun, arguments: [run.number]) }
            try db.execute(sql: Queries.displaceResults, arguments: [run.number])
            let count = try Int.fetchOne(db, sql: Queries.countOfRun, arguments: [run.number]) ?? 0
            return (count, run.part + 1, try RunDatabase.runBefore(run, db))
        }
        guard let resumed else { return .refused("\(name) is complete") }
        return .resumed(
            RunRecorder(
                newest.facts, number: newest.number, part: resumed.part, resumed: resumed.count, targets: targets,
                earlier: EarlierRuns(earlier), baseline: resumed.baseline, lock: lock, in: database))
    }

    private init(
        _ facts: RunFacts, number: Int64, part: Int, resumed: Int, targets: TargetSetID, earlier: EarlierRuns?,
        baseline: RunRecord?, lock: RunLock, in database: RunDatabase
    ) {
        self.facts = facts
        self.number = number
        self.part = part
        targetSet = targets
        self.earlier = earlier
        self.baseline = baseline
        self.database = database
        self.lock = lock
        resumedDomains = resumed
        store = Mutex(ResultStore(run: number, part: part, startedAt: facts.startedAt))
    }

    /// Why nothing more is stored; `nil` while all is well.
    public var failure: HistoryError? { state.withLock { $0.failure } }

    // MARK: - While it runs

    /// The report of a target that an earlier process of this run had audited.
    public func storedReport(of target: Target) -> DomainReport? {
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
    public func record(
        _ report: DomainReport, at place: Int, bodies: FileTextPolicy = .never
    ) -> (report: DomainReport, line: DomainLine?) {
        guard failure == nil else { return (report, nil) }
        var annotated = report
        do throws(HistoryError) {
            // What this run has stored already is not judged against itself.
            if !report.findings.isEmpty {
                try database.read { db in
                    try KnownDomain.annotate(
                        &annotated, run: number, startedAt: facts.startedAt, baseline: baseline?.number,
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
            return (batch, false, state.queuedBytes > Self.mostQueuedBytes)
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.batchTime) { [self] in commitPending() } }
        guard let batch else { return (annotated, line) }
        queue.async { [self] in commit(batch) }
        // A slow disk slows the run rather than filling the memory.
        if mustWait { queue.sync {} }
        return (annotated, line)
    }

    /// How many bytes are in memory because they are not on the disk yet.
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
                var attempts = 0
                try database.writePatiently { db in
                    if attempts > 0 { store.forget() }
                    attempts += 1
                    for item in batch.items { try store.insert(item, db) }
                }
            }
        } catch {
            give(up: error)
        }
    }

    func give(up error: HistoryError) { state.withLock { $0.failure = $0.failure ?? error } }

    /// Lets go of the run: no process works on it any more.
    public func leave() { lock.release() }

    /// Takes back a run that did not begin after all; one that an earlier process began stays, and can be gone on with.
    public func abandon() {
        defer { lock.release() }
        guard part == 1 else { return }
        // What is left otherwise is a run without domains.
        try? database.write { db in
            try db.cachedStatement(sql: Queries.deleteRun).execute(arguments: [number])
        }
    }

    // MARK: - What the runs before say

    /// What is different from the run before; known when the run was compared.
    public internal(set) var changes: RunChanges? {
        get { state.withLock { $0.changes } }
        set { state.withLock { $0.changes = newValue } }
    }

    /// The nights before that of the run, the oldest first; none when they cannot be read.
    public func nightsBefore() -> [OverallTimeline.Night] {
        lookBack { db in try RunReader.nights(before: number, at: facts.startedAt, targets: targets, db) } ?? []
    }

    /// When the newest complete run of the same targets before this one ended.
    public var previousCompletion: Date? {
        lookBack { db in try RunReader.completion(before: number, targets: targets, db) }
    }

    /// How a domain stood in the runs before; `nil` also when that cannot be read.
    public func past(of report: DomainReport) -> DomainPast? {
        lookBack { db in try RunReader.past(of: report, run: number, at: facts.startedAt, db) }
    }

    /// What the database says; a run goes on without it, and ``failure`` says why.
    func lookBack<Value>(_ body: (Database) throws -> Value?) -> Value? {
        do throws(HistoryError) {
            return try database.read(body)
        } catch {
            give(up: error)
            return nil
        }
    }
}
