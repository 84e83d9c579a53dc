import Findings
import GRDB
import Runs

/// Runs that a configuration has under marks that it had before.
public struct EarlierRuns: Hashable, Sendable {
    /// How many there are.
    public var count: Int
    /// What they are called, each name once, in the order of the runs.
    public var names: [String]

    /// What there is to say of `runs`; `nil` where there are none.
    init?(_ runs: [RunRecord]) {
        guard !runs.isEmpty else { return nil }
        count = runs.count
        names = []
        for name in runs.map({ $0.estate ?? $0.source }) where !names.contains(name) { names.append(name) }
    }
}

extension RunDatabase {
    /// The runs that the next one of these targets will take over; `nil` where there are none.
    public func earlierRuns(of targets: TargetSetID) throws(HistoryError) -> EarlierRuns? {
        try read { db in EarlierRuns(try Self.earlierRuns(of: targets, db)) }
    }

    /// Whether no run of these targets has begun yet.
    public func isFirstRun(of targets: TargetSetID) throws(HistoryError) -> Bool {
        try read { db in try Bool.fetchOne(db, sql: Queries.hasRun, arguments: [targets.text]) == false }
    }

    /// The runs that these targets had under earlier marks, in their order; none as soon as one has come to its end under their own.
    static func earlierRuns(of targets: TargetSetID, _ db: Database) throws -> [RunRecord] {
        guard let earlier = targets.earlier,
            try Bool.fetchOne(db, sql: Queries.hasCompleteRun, arguments: [targets.text]) == false
        else { return [] }
        return try Row.fetchAll(db, sql: Queries.runsOfMarks, arguments: [TargetSetID.json(earlier.marks)])
            .map { RunRecord($0) }.filter { earlier.isOfConfiguration($0) }
    }

    /// Gives these runs to the targets: with their baseline, their messages, and what was reported to whom.
    static func takeOverEarlierRuns(of targets: TargetSetID, _ db: Database) throws {
        let runs = try earlierRuns(of: targets, db)
        for run in runs {
            try db.execute(
                sql: Queries.moveRun, arguments: [targets.text, targets.estate.map(StoredText.encode), run.number])
            try db.execute(sql: Queries.moveMessages, arguments: [targets.text, run.number])
        }
        for mark in Set(runs.map(\.targets)) {
            for sql in [Queries.copyBaseline, Queries.copyReceivers, Queries.copyOutages] {
                try db.execute(sql: sql, arguments: [targets.text, mark])
            }
            guard try Bool.fetchOne(db, sql: Queries.hasRun, arguments: [mark]) == false else { continue }
            for sql in [Queries.deleteBaseline, Queries.deleteReceivers, Queries.deleteOutages] {
                try db.execute(sql: sql, arguments: [mark])
            }
        }
    }
}
