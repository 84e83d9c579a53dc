package import Foundation
import GRDB
import Runs

/// The number of runs and results that were deleted from the database.
package struct Pruned: Hashable, Sendable {
    /// The number of runs.
    package var runs = 0
    /// The number of results of domains.
    package var results = 0
}

extension RunDatabase {
    /// The number of rows that one transaction deletes.
    static let pruningSize = 500

    /// Deletes runs that began before `date`, and what only they needed.
    ///
    /// The newest two complete runs stay, whatever their age: without them there would be nothing to compare the next one with.
    /// So do those that the next one will be compared with because newer ones were not reported.
    ///
    /// It is done in small transactions: what is interrupted is gone on with the next time.
    ///
    /// - Parameter date: Runs that began earlier are deleted.
    /// - Returns: What was deleted.
    /// - Throws: ``HistoryError``; what was deleted until then stays deleted.
    @discardableResult
    package func prune(before date: Date) throws(HistoryError) -> Pruned {
        let old = try read { db in
            try Row.fetchAll(db.cachedStatement(sql: Queries.runsToPrune), arguments: [date.milliseconds])
                .map { RunRecord($0) }
        }
        var pruned = Pruned()
        for run in old {
            if run.state == .complete, try isNeeded(run) { continue }
            pruned.results += try delete(run.number)
            pruned.runs += 1
        }
        guard pruned.runs > 0 else { return pruned }
        try deleteClosedFindings(before: date)
        try deleteBodies()
        return pruned
    }

    /// Whether a run that comes will be compared with `run`.
    private func isNeeded(_ run: RunRecord) throws(HistoryError) -> Bool {
        try read { db in
            let row = try Row.fetchOne(db, sql: Queries.runsAfter, arguments: [run.number])
            guard let row else { return true }
            let (complete, settled, reported): (Int, Int, Double) = (row[0], row[1], row[2])
            return complete < 2 || (run.isSettled && settled == 0) || (run.reportedPart > 0 && reported == 0)
        }
    }

    // MARK: Small transactions

    /// Deletes a run with its results; the result is how many those were.
    private func delete(_ run: Int64) throws(HistoryError) -> Int {
        // Whatever ends the process now: a run with some of its results is never compared, reported or gone on with.
        try write { db in try db.execute(sql: Queries.retireRun, arguments: [run]) }
        var results = 0
        while true {
            let count = try write { db in
                try db.execute(sql: Queries.makePruned)
                try db.execute(sql: Queries.clearPruned)
                try db.execute(sql: Queries.notePruned, arguments: [run, RunDatabase.pruningSize])
                let count = db.changesCount
                try db.execute(sql: Queries.deleteResults, arguments: [run])
                for sql in [
                    Queries.deleteReports, Queries.forgetReports, Queries.deleteLastReports, Queries.deleteLastFindings,
                    Queries.deleteDomains, Queries.clearPruned,
                ] {
                    try db.execute(sql: sql)
                }
                return count
            }
            results += count
            if count < RunDatabase.pruningSize { break }
        }
        try write { db in try db.execute(sql: Queries.deleteRun, arguments: [run]) }
        return results
    }

    /// Deletes findings that were fixed before `date`.
    private func deleteClosedFindings(before date: Date) throws(HistoryError) {
        while true {
            let count = try write { db in
                try db.execute(
                    sql: Queries.deleteClosedFindings, arguments: [date.milliseconds, RunDatabase.pruningSize])
                return db.changesCount
            }
            if count < RunDatabase.pruningSize { return }
        }
    }

    /// Deletes bodies that nothing refers to any more.
    private func deleteBodies() throws(HistoryError) {
        var last: Int64? = 0
        while let first = last {
            last = try write { db -> Int64? in
                let end = try Int64.fetchOne(
                    db, sql: Queries.bodiesUpTo, arguments: [first, RunDatabase.pruningSize])
                guard let end else { return nil }
                try db.execute(sql: Queries.deleteBodies, arguments: [first, end])
                return end
            }
        }
    }

    // MARK: The file

    /// Runs `VACUUM`: gives the space of deleted rows back to the disk; needs as much free space for a while as the database has.
    package func compact() throws(HistoryError) {
        do {
            try connections.vacuum()
        } catch {
            throw Self.meaning(of: error, path: path)
        }
    }

    /// Asks SQLite whether the database is whole; empty when it is, else what is wrong.
    package func problems() throws(HistoryError) -> [String] {
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
