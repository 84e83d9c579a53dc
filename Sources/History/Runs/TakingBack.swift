import Audit
import GRDB

/// Takes back what the newest results of domains have said of their findings: those that they were the first to see are
/// deleted, those that they no longer saw are open again, and those that they saw were last seen before.
enum TakingBack {
    /// Takes back what a run says that is marked as one in doubt; its results stay to be shown.
    static func perform(run: Int64, _ db: Database) throws {
        for row in try Row.fetchAll(db, sql: Queries.domainsToTakeBack, arguments: [run]) {
            try takeBack(domain: row[0], number: row[1], db)
        }
    }

    /// Deletes the results of a run at domains that its list has no more, and takes back what they say.
    static func performForDomainsWithoutPlace(run: Int64, _ db: Database) throws {
        let displaced = try Row.fetchAll(db, sql: Queries.displacedResults, arguments: [run])
        try db.execute(sql: Queries.deleteDisplacedResults, arguments: [run])
        for row in displaced { try takeBack(domain: row[0], number: row[1], db) }
    }

    private static func takeBack(domain: Int64, number: Int, _ db: Database) throws {
        for sql in [Queries.deleteFindingsOpened, Queries.reopenFindings, Queries.unseeFindings] {
            try db.cachedStatement(sql: sql).execute(arguments: ["domain": domain, "number": number])
        }
    }
}
