package import Audit
package import Findings
import GRDB
package import Records

package import struct Foundation.Date

extension RunRecorder {
    /// Stores the remaining results, and compares the run with the previous one unless it is in doubt; `onFixed` is
    /// called for each domain with resolved findings, and must not use the database.
    package func compare(
        aliases: Aliases, _ ending: RunEnding, onFixed: ((DomainReport, [FindingCode]) -> Void)? = nil
    ) {
        flush()
        write { db in
            if ending.isComplete, part > 1 {
                // Domains that are no longer in the list.
                let displaced = try Row.fetchAll(db, sql: Queries.displacedResults, arguments: [number])
                try db.execute(sql: Queries.deleteDisplacedResults, arguments: [number])
                try Self.revert(displaced, db)
            }
            for (index, row) in aliases.rows {
                try db.execute(Queries.insertAlias, [number, index, try StoredJSON.encode(row)])
            }
        }
        guard failure == nil, !ending.isInDoubt else { return }
        changes = read { db in
            try RunComparison.changes(of: number, isComplete: ending.isComplete, db, onFixed: onFixed)
        }
    }

    /// Ends the run after its reports are written; one in doubt does not affect which findings are new, resolved or
    /// known. `report` is `nil` without receivers, or if the run is not reported.
    package func finish(at date: Date, _ ending: RunEnding, summary: RunSummary, reporting report: RunReporting?) {
        write { db in
            if let report { try insert(report, isInDoubt: ending.isInDoubt, db) }
            try db.cachedStatement(sql: Queries.finishRun).execute(arguments: [
                date.milliseconds, (ending.isComplete ? RunRecord.State.complete : .interrupted).rawValue,
                try StoredJSON.encode(summary), try StoredJSON.encode(ending), ending.isInDoubt, report != nil, number,
            ])
            if ending.isInDoubt {
                try Self.revert(Row.fetchAll(db, sql: Queries.domainsToRevert, arguments: [number]), db)
            }
        }
    }

    package func settle(at date: Date) {
        write { db in try db.execute(Queries.settleRun, [date.milliseconds, number]) }
    }

    /// Reverts what results, each a domain and a number, did to findings: deletes those that began, opens those that
    /// ended, and restores when the others were last seen.
    private static func revert(_ results: [Row], _ db: Database) throws {
        for row in results {
            let (domain, number): (Int64, Int) = (row[0], row[1])
            for sql in [Queries.deleteFindingsOpened, Queries.reopenFindings, Queries.revertLastSeen] {
                try db.execute(sql, ["domain": domain, "number": number])
            }
        }
    }
}
