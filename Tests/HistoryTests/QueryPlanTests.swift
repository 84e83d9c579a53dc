import GRDB
import TestSupport
import Testing

@testable import History

/// The query plan of each statement: tables that grow with the number of domains are never scanned completely.
@Suite(.inTurn(minutes: 3)) struct QueryPlanTests {
    struct Plan: Sendable, CustomTestStringConvertible {
        var name: String
        var sql: String
        /// The parts that the plan must contain.
        var uses: [String]
        var testDescription: String { name }
    }

    private static func plan(_ name: String, _ sql: String, _ uses: String...) -> Plan {
        Plan(name: name, sql: sql, uses: uses)
    }

    static let plans: [Plan] = [
        plan("domain", Queries.domain, "sqlite_autoindex_domain_1 (name=? AND port=?)"),
        plan("findings", Queries.findings, "finding_of_domain (domain_id=?)"),
        plan("report", Queries.report, "INTEGER PRIMARY KEY"),
        plan("bodyByHash", Queries.bodyByHash, "(sha256=?)"),
        plan("result", Queries.result, "PRIMARY KEY (run_id=? AND domain_id=?)"),
        plan("resultsInOrder", Queries.resultsInOrder, "result_in_order (run_id=? AND (place,domain_id)>(?,?)"),
        plan("aliases", Queries.aliases, "PRIMARY KEY (run_id=?)"),
        plan(
            "statusesOfDomain", Queries.statusesOfDomain, "result_of_domain (domain_id=? AND run_id>? AND run_id<?)",
            "run_by_start (started_at>?)"),
        plan(
            "startOfStatus", Queries.startOfStatus, "result USING COVERING INDEX result_of_domain (domain_id=?",
            "other USING COVERING INDEX result_of_domain (domain_id=?"),
        plan("resultBefore", Queries.resultBefore, "result_of_domain (domain_id=? AND run_id<?)"),
        plan("resultByNumber", Queries.resultByNumber, "result_of_domain (domain_id=?"),
        plan("domainsByName", Queries.domainsByName, "(name=?)"),
        plan("timeline", Queries.timeline, "result_of_domain (domain_id=?)"),
        plan("newestSettledNumber", Queries.newestSettledNumber, "result_of_domain (domain_id=? AND run_id<?)"),
        plan("outage", Queries.outage, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("recentStatuses", Queries.recentStatuses, "result_of_domain (domain_id=? AND run_id<?)"),
        plan("messageCount", Queries.messageCount, "message_of_run (run_id=?)"),
        plan("differing", Queries.differing, "PRIMARY KEY (run_id=?)", "PRIMARY KEY (run_id=? AND domain_id=?)"),
        plan(
            "equalWithProblems", Queries.equalWithProblems, "PRIMARY KEY (run_id=?)",
            "PRIMARY KEY (run_id=? AND domain_id=?)", "INTEGER PRIMARY KEY"),
        plan("onlyInRun", Queries.onlyInRun, "(run_id=?)", "(run_id=? AND domain_id=?)", "INTEGER PRIMARY KEY"),
        plan("resultCount", Queries.resultCount, "(run_id=?)"),
        plan("displaceResults", Queries.displaceResults, "(run_id=?"),
        plan("deleteDisplacedResults", Queries.deleteDisplacedResults, "(run_id=?"),
        plan("reportedResult", Queries.reportedResult, "result_of_domain (domain_id=? AND run_id<?)"),
        plan("runsBetween", Queries.runsBetween, "run_by_start"),
        plan("runByName", Queries.runByName, "(name>? AND name<?)"),
        plan("selectDomainsToPrune", Queries.selectDomainsToPrune, "(run_id=?)"),
        plan("deleteResults", Queries.deleteResults, "(domain_id=? AND run_id=?)"),
        plan("bodiesUpTo", Queries.bodiesUpTo, "INTEGER PRIMARY KEY (rowid>?)"),
        plan("deleteReports", Queries.deleteReports, "result_of_domain (domain_id=?)"),
        plan("deleteLastFindings", Queries.deleteLastFindings, "finding_of_domain (domain_id=?)"),
        plan("deleteDomains", Queries.deleteDomains, "INTEGER PRIMARY KEY"),
        plan("deleteClosedFindings", Queries.deleteClosedFindings, "finding_closed (closed_at<?)"),
        plan("body", Queries.body, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("runByID", Queries.runByID, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("finishRun", Queries.finishRun, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("continueRun", Queries.continueRun, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("settleRun", Queries.settleRun, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("hideRun", Queries.hideRun, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("deleteRun", Queries.deleteRun, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("updateDomain", Queries.updateDomain, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("continueFinding", Queries.continueFinding, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("closeFinding", Queries.closeFinding, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("endMessage", Queries.endMessage, "INTEGER PRIMARY KEY (rowid=?)"),
        plan("moveResult", Queries.moveResult, "PRIMARY KEY (run_id=? AND domain_id=?)"),
        plan("deleteResultsOfRun", Queries.deleteResultsOfRun, "(run_id=?)"),
        plan("isReceiver", Queries.isReceiver, "PRIMARY KEY (team=?)"),
        plan("deleteOutage", Queries.deleteOutage, "INTEGER PRIMARY KEY (rowid=?)"),
    ]

    static let reverting: [Plan] = [
        plan(
            "domainsToRevert", Queries.domainsToRevert, "PRIMARY KEY (run_id=?)", "finding_of_domain (domain_id=?)"),
        plan("deleteFindingsOpened", Queries.deleteFindingsOpened, "finding_of_domain (domain_id=?)"),
        plan("reopenFindings", Queries.reopenFindings, "finding_of_domain (domain_id=?)"),
        plan("revertLastSeen", Queries.revertLastSeen, "finding_of_domain (domain_id=?)"),
    ]

    /// Statements that are not in the tables above, by the reason.
    static let exceptions: [String: [String]] = [
        "scans the runs, which are few": [
            "newestComplete", "runs", "runsToPrune", "newestEnd", "settledBefore", "reportedBefore",
            "runsAfter", "domainsOfInterruptedRun", "dailyRuns",
        ],
        "scans the reported outages or the pending messages, which are few, or the only row of the series": [
            "endedOutages", "pendingMessages", "series",
        ],
        "is about the table of the domains that are being deleted": ["makePruned", "clearPruned"],
        "has a test of its own": ["deleteBodies"],
        "is part of other statements": ["segmentsOnly"],
    ]

    /// Every statement is in one of the tables, including statements that are added later.
    @Test func coversEachStatement() throws {
        let source = try Repository.text("Sources/History/Database/Queries.swift")
        let names = source.matches(of: #/static let (\w+) ?=/#).map { String($0.1) }
        #expect(names.count > 60)
        let known = (Self.plans + Self.reverting).map(\.name) + Self.exceptions.values.flatMap { $0 }
        #expect(names.sorted() == known.sorted())
    }

    private static func steps(_ sql: String) throws -> [String] {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        return try queue.writeWithoutTransaction { db in
            try db.execute(sql: Queries.makePruned)
            // Parameters stay unbound, because a plan does not depend on them.
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            statement.setUncheckedArguments([])
            return try Row.fetchAll(statement).map { $0["detail"] as String }
        }
    }

    @Test(arguments: plans + reverting)
    func usesAnIndex(_ plan: Plan) throws {
        let steps = try Self.steps(plan.sql)
        for use in plan.uses { #expect(steps.contains { $0.contains(use) }, "\(use) in \(steps)") }
        for step in steps where step.hasPrefix("SCAN") {
            // Short scans: a few domains, the numbers of a few runs, or the result of `EXISTS`.
            let isShort = ["pruned", "temp", "newer VIRTUAL", "known VIRTUAL", "json_each VIRTUAL", "CONSTANT ROW"]
                .contains { step.hasPrefix("SCAN \($0)") }
            #expect(isShort, "\(step)")
        }
    }

    /// Bodies are searched with both indexes.
    @Test func findsBodiesWithIndexes() throws {
        let steps = try Self.steps(Queries.deleteBodies)
        #expect(steps.first?.contains("INTEGER PRIMARY KEY (rowid>? AND rowid<?)") == true, "\(steps)")
        #expect(steps.contains { $0.contains("result_of_file (file_id=?)") }, "\(steps)")
    }

    /// The largest results are read in the order in which they are stored, without sorting.
    @Test func sortsNoLargeResult() throws {
        for sql in [Queries.differing, Queries.resultsInOrder, Queries.onlyInRun, Queries.equalWithProblems] {
            let steps = try Self.steps(sql)
            #expect(steps.allSatisfy { !$0.contains("TEMP B-TREE") }, "\(steps)")
        }
    }
}
