import GRDB
import TestSupport
import Testing

@testable import History

/// How SQLite goes about each statement: no table that grows with domains is gone through from end to end.
@Suite(.inTurn(minutes: 3)) struct QueryPlanTests {
    struct Plan: Sendable, CustomTestStringConvertible {
        var name: String
        var sql: String
        /// What the plan has to say.
        var uses: [String] = []
        var testDescription: String { name }
    }

    static let plans: [Plan] =
        [
            Plan(name: "domain", sql: Queries.domain, uses: ["sqlite_autoindex_domain_1 (name=? AND port=?)"]),
            Plan(name: "findings", sql: Queries.findings, uses: ["finding_of_domain (domain_id=?)"]),
            Plan(name: "report", sql: Queries.report, uses: ["INTEGER PRIMARY KEY"]),
            Plan(name: "bodyByHash", sql: Queries.bodyByHash, uses: ["(sha256=?)"]),
            Plan(name: "observation", sql: Queries.observation, uses: ["INTEGER PRIMARY KEY"]),
            Plan(name: "observationBodies", sql: Queries.observationBodies, uses: ["PRIMARY KEY (domain_id=?)"]),
            Plan(name: "result", sql: Queries.result, uses: ["PRIMARY KEY (run_id=? AND domain_id=?)"]),
            Plan(name: "isInRun", sql: Queries.isInRun, uses: ["(run_id=? AND domain_id=?)"]),
            Plan(
                name: "inOrder", sql: Queries.inOrder, uses: ["result_in_order (run_id=? AND (place,domain_id)>(?,?)"]),
            Plan(
                name: "completionBefore", sql: Queries.completionBefore,
                uses: ["run_by_targets (targets=? AND state=? AND rowid<?)"]),
            Plan(name: "aliases", sql: Queries.aliases, uses: ["PRIMARY KEY (run_id=?)"]),
            Plan(
                name: "statusesOfDomain", sql: Queries.statusesOfDomain,
                uses: ["result_of_domain (domain_id=? AND run_id>? AND run_id<?)", "run_by_start (started_at>?)"]),
            Plan(name: "nights", sql: Queries.nights, uses: ["run_by"]),
            Plan(name: "lastOtherStatus", sql: Queries.lastOtherStatus, uses: ["result_of_domain (domain_id=?"]),
            Plan(name: "firstAfter", sql: Queries.firstAfter, uses: ["result_of_domain (domain_id=?"]),
            Plan(
                name: "resultBefore", sql: Queries.resultBefore, uses: ["result_of_domain (domain_id=? AND run_id<?)"]),
            Plan(
                name: "checkedBefore", sql: Queries.checkedBefore, uses: ["result_of_domain (domain_id=? AND run_id<?)"]
            ),
            Plan(name: "resultByNumber", sql: Queries.resultByNumber, uses: ["result_of_domain (domain_id=?"]),
            Plan(name: "domainsByName", sql: Queries.domainsByName, uses: ["(name=?)"]),
            Plan(name: "timeline", sql: Queries.timeline, uses: ["result_of_domain (domain_id=?)"]),
            Plan(name: "findingsOfDomain", sql: Queries.findingsOfDomain, uses: ["finding_of_domain (domain_id=?)"]),
            Plan(
                name: "numberAtBaseline", sql: Queries.numberAtBaseline,
                uses: ["result_of_domain (domain_id=? AND run_id<?)"]),
            Plan(name: "outage", sql: Queries.outage, uses: ["PRIMARY KEY (targets=? AND domain_id=?)"]),
            Plan(
                name: "endedOutages", sql: Queries.endedOutages,
                uses: ["PRIMARY KEY (targets=?)", "PRIMARY KEY (run_id=? AND domain_id=?)"]),
            Plan(
                name: "statusesOfTargets", sql: Queries.statusesOfTargets,
                uses: ["result_of_domain (domain_id=? AND run_id<?)"]),
            Plan(name: "pendingMessages", sql: Queries.pendingMessages, uses: ["message_pending (targets=?)"]),
            Plan(name: "messagesOfRun", sql: Queries.messagesOfRun, uses: ["message_of_run (run_id=?)"]),
            Plan(
                name: "unlike", sql: Queries.unlike,
                uses: ["PRIMARY KEY (run_id=?)", "PRIMARY KEY (run_id=? AND domain_id=?)"]),
            Plan(
                name: "alikeAndBroken", sql: Queries.alikeAndBroken,
                uses: ["PRIMARY KEY (run_id=?)", "PRIMARY KEY (run_id=? AND domain_id=?)", "INTEGER PRIMARY KEY"]),
            Plan(
                name: "onlyIn", sql: Queries.onlyIn,
                uses: ["(run_id=?)", "(run_id=? AND domain_id=?)", "INTEGER PRIMARY KEY"]),
            Plan(name: "countOfRun", sql: Queries.countOfRun, uses: ["(run_id=?)"]),
            Plan(name: "unfinished", sql: Queries.unfinished, uses: ["run_by_targets"]),
            Plan(name: "runsOfMark", sql: Queries.runsOfMark, uses: ["run_by_targets (targets=?)"]),
            Plan(name: "newestOfMark", sql: Queries.newestOfMark, uses: ["run_by_targets (targets=?)"]),
            Plan(name: "moveMessages", sql: Queries.moveMessages, uses: ["message_of_run (run_id=?)"]),
            Plan(name: "copyOutages", sql: Queries.copyOutages, uses: ["PRIMARY KEY (targets=?)"]),
            Plan(name: "settledBefore", sql: Queries.settledBefore, uses: ["run_by_targets"]),
            Plan(name: "reportedBefore", sql: Queries.reportedBefore, uses: ["run_by_targets"]),
            Plan(name: "runsBetween", sql: Queries.runsBetween, uses: ["run_by_start"]),
            Plan(name: "runByName", sql: Queries.runByName, uses: ["(name>? AND name<?)"]),
            Plan(name: "notePruned", sql: Queries.notePruned, uses: ["(run_id=?)"]),
            Plan(name: "deleteResults", sql: Queries.deleteResults, uses: ["(domain_id=? AND run_id=?)"]),
            Plan(name: "deleteObservations", sql: Queries.deleteObservations, uses: ["(run_id=? AND rowid=?)"]),
            Plan(name: "bodiesUpTo", sql: Queries.bodiesUpTo, uses: ["INTEGER PRIMARY KEY (rowid>?)"]),
            Plan(name: "deleteReports", sql: Queries.deleteReports, uses: ["result_of_domain (domain_id=?)"]),
            Plan(name: "deleteLastReports", sql: Queries.deleteLastReports, uses: ["result_of_domain (domain_id=?)"]),
            Plan(
                name: "deleteLastFindings", sql: Queries.deleteLastFindings, uses: ["finding_of_domain (domain_id=?)"]),
            Plan(name: "forgetReports", sql: Queries.forgetReports, uses: ["INTEGER PRIMARY KEY"]),
            Plan(name: "deleteDomains", sql: Queries.deleteDomains, uses: ["INTEGER PRIMARY KEY"]),
            Plan(
                name: "deleteResultsInDoubt", sql: Queries.deleteResultsInDoubt, uses: ["PRIMARY KEY (run_id=?)"]),
            Plan(
                name: "deleteClosedFindings", sql: Queries.deleteClosedFindings, uses: ["finding_closed (closed_at<?)"]),
        ]
        + Queries.takeBack.dropLast().enumerated().map { index, sql in
            Plan(
                name: "takeBack \(index)", sql: sql,
                uses: ["PRIMARY KEY (run_id=?)", "finding_of_domain (domain_id=?)"])
        }

    private static func steps(_ sql: String) throws -> [String] {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        return try queue.writeWithoutTransaction { db in
            try db.execute(sql: Queries.makePruned)
            // Parameters stay unbound: a plan does not depend on them.
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            statement.setUncheckedArguments([])
            return try Row.fetchAll(statement).map { $0["detail"] as String }
        }
    }

    @Test(arguments: plans)
    func usesAnIndex(_ plan: Plan) throws {
        let steps = try Self.steps(plan.sql)
        for use in plan.uses { #expect(steps.contains { $0.contains(use) }, "\(use) in \(steps)") }
        for step in steps where step.hasPrefix("SCAN") {
            // A few domains, or the numbers of a few runs.
            let isShort = ["pruned", "temp", "newer VIRTUAL", "known VIRTUAL"].contains { step.hasPrefix("SCAN \($0)") }
            #expect(isShort, "\(step)")
        }
    }

    /// Each body is looked for in both indexes.
    @Test func bodiesAreLookedForInIndexes() throws {
        let steps = try Self.steps(Queries.deleteBodies)
        #expect(steps.first?.contains("INTEGER PRIMARY KEY (rowid>? AND rowid<?)") == true, "\(steps)")
        #expect(steps.contains { $0.contains("result_of_file (file_id=?)") }, "\(steps)")
        #expect(steps.contains { $0.contains("observation_of_body (body_id=?)") }, "\(steps)")
    }

    /// The largest results are read in the order in which they lie.
    @Test func nothingIsSortedThatIsLarge() throws {
        for sql in [Queries.unlike, Queries.inOrder, Queries.onlyIn, Queries.alikeAndBroken] {
            let steps = try Self.steps(sql)
            #expect(steps.allSatisfy { !$0.contains("TEMP B-TREE") }, "\(steps)")
        }
    }
}
