import Audit
import GRDB

/// Reverts the effects of domains' newest results on their findings: findings that were first seen in them are
/// deleted, findings that were resolved in them are open again, and the last time that a finding was seen is the
/// previous one.
enum RunReversal {
    /// Reverts the effects of a run that is marked as in doubt; its results are kept for display.
    static func perform(run: Int64, _ db: Database) throws {
        for row in try Row.fetchAll(db, sql: Queries.domainsToTakeBack, arguments: [run]) {
            try revertResult(domain: row[0], number: row[1], db)
        }
    }

    /// Deletes the results of a run for domains that are no longer in its list, and reverts their effects.
    static func revertRemovedDomains(run: Int64, _ db: Database) throws {
        let displaced = try Row.fetchAll(db, sql: Queries.displacedResults, arguments: [run])
        try db.execute(sql: Queries.deleteDisplacedResults, arguments: [run])
        for row in displaced { try revertResult(domain: row[0], number: row[1], db) }
    }

    private static func revertResult(domain: Int64, number: Int, _ db: Database) throws {
        for sql in [Queries.deleteFindingsOpened, Queries.reopenFindings, Queries.unseeFindings] {
            try db.cachedStatement(sql: sql).execute(arguments: ["domain": domain, "number": number])
        }
    }
}
