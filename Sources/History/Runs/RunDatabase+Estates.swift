import Findings
import GRDB
import Runs

extension RunDatabase {
    /// Runs that were given to an estate.
    public struct MovedRuns: Hashable, Sendable {
        /// How many there are.
        public var count: Int
        /// What they were called, each name once, in the order of the runs.
        public var names: [String]
    }

    /// Gives the runs that a configuration had under other marks to the estate that it is now: with their baseline, messages that
    /// wait, and outages that were reported.
    ///
    /// - Returns: The runs; `nil` where there were none.
    public func takeOverEarlierRuns(of targets: TargetSetID) throws(HistoryError) -> MovedRuns? {
        // Most nights there is nothing to do, and no lock to wait for.
        guard try !read({ db in try Self.earlierRuns(of: targets, db) }).isEmpty else { return nil }
        return try writePatiently { db in
            let runs = try Self.earlierRuns(of: targets, db)
            guard !runs.isEmpty else { return nil }
            var names: [String] = []
            for run in runs {
                try db.execute(
                    sql: Queries.moveRun,
                    arguments: [targets.text, targets.estate.map(StoredText.encode), run.number])
                try db.execute(sql: Queries.moveMessages, arguments: [targets.text, run.number])
                let name = run.estate ?? run.source
                if !names.contains(name) { names.append(name) }
            }
            for mark in Set(runs.map(\.targets)) {
                try db.execute(sql: Queries.copyBaseline, arguments: [targets.text, mark])
                try db.execute(sql: Queries.copyOutages, arguments: [targets.text, mark])
                guard try Int64.fetchOne(db, sql: Queries.newestOfMark, arguments: [mark]) == nil else { continue }
                try db.execute(sql: Queries.deleteBaseline, arguments: [mark])
                try db.execute(sql: Queries.deleteOutages, arguments: [mark])
            }
            return MovedRuns(count: runs.count, names: names)
        }
    }

    /// Whether no run of these targets has begun yet.
    public func isFirstRun(of targets: TargetSetID) throws(HistoryError) -> Bool {
        try read { db in try Int64.fetchOne(db, sql: Queries.newestOfMark, arguments: [targets.text]) == nil }
    }

    /// The newest run of an estate under the mark that it had before; `nil` where it has none, or a newer one under its own.
    func newestEarlierRun(of targets: TargetSetID) throws(HistoryError) -> RunRecord? {
        try read { db in
            let own = try Int64.fetchOne(db, sql: Queries.newestOfMark, arguments: [targets.text]) ?? 0
            return try Self.earlierRuns(of: targets, db).max { $0.number < $1.number }.flatMap {
                $0.number > own ? $0 : nil
            }
        }
    }

    /// The runs that are those of an estate, and have another mark, in their order.
    private static func earlierRuns(of targets: TargetSetID, _ db: Database) throws -> [RunRecord] {
        guard let earlier = targets.earlier else { return [] }
        let isFirst = try Int64.fetchOne(db, sql: Queries.newestOfMark, arguments: [targets.text]) == nil
        let marks = isFirst ? earlier.own.union(earlier.shared) : earlier.own
        var runs: [RunRecord] = []
        for mark in marks where mark != targets.text {
            runs += try Row.fetchAll(db.cachedStatement(sql: Queries.runsOfMark), arguments: [mark])
                .map { RunRecord($0) }
                .filter { run in
                    if earlier.own.contains(mark) { return true }
                    guard case .string(let path) = run.facts.options["config"] else { return mark == earlier.lists }
                    return path.split(separator: "/").last.map(String.init) == earlier.file
                }
        }
        return runs.sorted { $0.number < $1.number }
    }
}
