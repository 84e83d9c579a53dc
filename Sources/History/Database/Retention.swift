import GRDB
import Reports

public import struct Foundation.Date

/// What was taken out of the database.
public struct Pruned: Hashable, Sendable {
    /// How many runs.
    public var runs = 0
    /// How many results of domains.
    public var results = 0
}

extension RunDatabase {
    /// Takes out runs that began before `date`, and what only they needed.
    ///
    /// The newest two complete runs of each list of targets stay, whatever their age: without them there would be nothing to
    /// compare the next one with. So do runs that a process works on. Each run goes in a transaction of its own: what another
    /// process writes meanwhile waits for one of them at most.
    @discardableResult
    public func prune(before date: Date) throws(HistoryError) -> Pruned {
        let old = try read { db in
            try Row.fetchAll(db.cachedStatement(sql: Queries.runsToPrune), arguments: [date.milliseconds])
                .map { RunRecord($0) }
        }
        var pruned = Pruned()
        for run in old {
            // Held until the run is gone: nobody goes on with what is being taken out.
            var lock: RunLock?
            defer { lock?.release() }
            if run.state == .complete {
                let newer = try read { db in
                    try Int.fetchOne(db, sql: Queries.completeAfter, arguments: [run.targets, run.number]) ?? 0
                }
                guard newer >= 2 else { continue }
            } else {
                lock = try RunLock.take(database: lockPath, run: run.number)
                if lock == nil { continue }
            }
            let results = try write { db in
                let count = try Int.fetchOne(db, sql: Queries.countOfRun, arguments: [run.number]) ?? 0
                try db.execute(sql: Queries.makePruned)
                try db.execute(sql: Queries.notePruned, arguments: [run.number])
                try db.execute(sql: Queries.deleteRun, arguments: [run.number])
                for sql in [
                    Queries.deleteReports, Queries.forgetReports, Queries.deleteLastReports, Queries.deleteLastFindings,
                    Queries.deleteDomains, Queries.clearPruned,
                ] {
                    try db.execute(sql: sql)
                }
                return count
            }
            pruned.runs += 1
            pruned.results += results
        }
        guard pruned.runs > 0 else { return pruned }
        try write { db in
            try db.execute(sql: Queries.deleteClosedFindings, arguments: [date.milliseconds])
            try db.execute(sql: Queries.deleteBodies)
        }
        return pruned
    }

    /// Gives the place of what was taken out back to the disk; needs as much free space for a while as the database has.
    public func compact() throws(HistoryError) {
        do {
            try connections.vacuum()
        } catch {
            throw Self.meaning(of: error, path: path)
        }
    }

    /// Asks SQLite whether the database is whole; empty when it is, else what is wrong.
    public func problems() throws(HistoryError) -> [String] {
        try read { db in
            let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)") + foreignKeyProblems(db)
            return found.filter { $0 != "ok" }
        }
    }

    private func foreignKeyProblems(_ db: Database) throws -> [String] {
        try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(20).map { row in
            "a row of \(row[0] as String) leads nowhere"
        }
    }
}
