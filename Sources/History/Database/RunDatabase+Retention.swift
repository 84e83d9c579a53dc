package import Foundation
import GRDB
import Records

extension RunDatabase {
    /// The number of rows that one transaction deletes.
    static let pruningSize = 500

    /// Deletes runs that began before `date`, with all data that only they needed; since this takes many small
    /// transactions, an error does not undo earlier deletions.
    ///
    /// The newest two complete runs, the newest settled run and the newest run in a message are kept, because the next
    /// run may be compared with them.
    @discardableResult
    package func prune(before date: Date) throws(HistoryError) -> (runs: Int, results: Int) {
        let old = try read { db in try RunRecord.fetchAll(Queries.runsToPrune, [date.milliseconds], db) }
        var pruned = (runs: 0, results: 0)
        for run in old {
            if run.isComplete, try isNeeded(run) { continue }
            pruned.results += try delete(run.number)
            pruned.runs += 1
        }
        guard pruned.runs > 0 else { return pruned }
        _ = try deleteInBatches { db in
            try db.execute(Queries.deleteClosedFindings, [date.milliseconds, Self.pruningSize])
            return db.changesCount
        }
        try deleteBodies()
        return pruned
    }

    private func isNeeded(_ run: RunRecord) throws(HistoryError) -> Bool {
        try read { db in
            guard let row = try db.row(Queries.runsAfter, [run.number]) else { return true }
            let later: (complete: Int, settled: Int, reported: Int) = (row["complete"], row["settled"], row["reported"])
            return later.complete < 2 || (run.isSettled && later.settled == 0)
                || (run.reportedSegment > 0 && later.reported == 0)
        }
    }

    /// Deletes a run with its results; returns the number of results.
    private func delete(_ run: Int64) throws(HistoryError) -> Int {
        // A hidden run is never compared, reported or resumed, even if the process ends before all results are deleted.
        try write { db in try db.execute(Queries.hideRun, [run]) }
        let results = try deleteInBatches { db in
            try db.execute(sql: Queries.makePruned)
            try db.execute(sql: Queries.clearPruned)
            try db.execute(sql: Queries.selectDomainsToPrune, arguments: [run, Self.pruningSize])
            let count = db.changesCount
            try db.execute(sql: Queries.deleteResults, arguments: [run])
            for sql in [Queries.deleteReports, Queries.deleteLastFindings, Queries.deleteDomains, Queries.clearPruned] {
                try db.execute(sql: sql)
            }
            return count
        }
        try write { db in try db.execute(Queries.deleteRun, [run]) }
        return results
    }

    /// Repeats `deleteBatch`, which returns the number of deleted rows, in transactions of its own until few rows are
    /// left; returns the total number.
    private func deleteInBatches(_ deleteBatch: (Database) throws -> Int) throws(HistoryError) -> Int {
        var total = 0
        while true {
            let count = try write(deleteBatch)
            total += count
            if count < Self.pruningSize { return total }
        }
    }

    private func deleteBodies() throws(HistoryError) {
        var position: Int64? = 0
        while let start = position {
            position = try write { db -> Int64? in
                guard let end: Int64 = try db.value(Queries.bodiesUpTo, [start, Self.pruningSize]) else { return nil }
                try db.execute(Queries.deleteBodies, [start, end])
                return end
            }
        }
    }

    /// Returns the space of deleted rows to the disk; temporarily needs as much free space as the size of the database.
    package func compact() throws(HistoryError) {
        try translatingErrors { try connections.vacuum() }
    }
}
