import Audit
import Findings
import GRDB
import Reports

/// Takes back from the history of domains what a run in doubt has said of them: findings that it was the first to see, or
/// the last, and those that it no longer saw.
///
/// Runs at the same time may have seen the same: what is left is what those saw that are believed. Results of a domain come in
/// the order of their numbers, which need not be that of the runs.
struct TakingBack {
    private struct Result {
        var number: Int
        var run: Int64
        var startedAt: Int64
        /// Whether it may have left out what was there; else it saw all findings that were not closed.
        var isPartial: Bool
    }

    private let db: Database
    private let domain: Int64
    /// The number of the result that is taken back.
    private let number: Int
    private let storage: ReportStorage

    /// Takes back what the run says, which is marked as one in doubt.
    static func perform(run: Int64, _ db: Database) throws {
        let storage = ReportStorage()
        for row in try Row.fetchAll(db, sql: Queries.domainsToTakeBack, arguments: [run]) {
            try TakingBack(db: db, domain: row[0], number: row[1], storage: storage).perform()
        }
    }

    /// Deletes the results of a run at domains that its list has no more, and takes back what they say.
    static func performForDomainsWithoutPlace(run: Int64, _ db: Database) throws {
        let storage = ReportStorage()
        let displaced = try Row.fetchAll(db, sql: Queries.displacedResults, arguments: [run])
        try db.execute(sql: Queries.deleteDisplacedResults, arguments: [run])
        for row in displaced { try TakingBack(db: db, domain: row[0], number: row[1], storage: storage).perform() }
    }

    private func perform() throws {
        try reopen(KnownFinding.all(of: domain, db))
        // Read again: what another run has opened since may be a part of what was opened again.
        for row in try KnownFinding.all(of: domain, db) { try takeBackSights(of: row) }
    }

    /// Opens what the run has closed; what another run has seen since is the same finding, and not one that returned.
    private func reopen(_ known: [KnownFinding]) throws {
        let closed = known.filter { $0.closedNumber == number }
        let later = known.filter { $0.openedNumber >= number && $0.seenNumber > number }
        let pairs = FindingIdentity.pair(later.map(\.identity), with: closed.map(\.identity))
        for (index, row) in closed.enumerated() {
            guard let place = pairs.firstIndex(of: index) else {
                try db.cachedStatement(sql: Queries.reopenFinding).execute(arguments: [row.id])
                continue
            }
            try db.cachedStatement(sql: Queries.mergeFinding).execute(arguments: [row.id, later[place].id])
            try db.cachedStatement(sql: Queries.deleteFinding).execute(arguments: [later[place].id])
        }
    }

    /// Lets the finding begin with its first sight that is left, and end with the last one.
    private func takeBackSights(of row: KnownFinding) throws {
        guard row.openedNumber == number || row.seenNumber == number else { return }
        let between = try believedResults(of: row)
        if row.openedNumber == number {
            guard let first = try between.first(where: { try saw($0, row) }) else {
                return try db.cachedStatement(sql: Queries.deleteFinding).execute(arguments: [row.id])
            }
            try db.cachedStatement(sql: Queries.beginFinding).execute(
                arguments: [first.number, first.startedAt, row.id])
        }
        guard row.seenNumber == number else { return }
        let last = try between.last { try saw($0, row) }
        // The runs since may have been deleted: it was there when it began.
        try db.cachedStatement(sql: Queries.endSightOfFinding).execute(arguments: [
            last?.number ?? row.openedNumber, last?.startedAt ?? row.openedAt.milliseconds, row.id,
        ])
    }

    /// The results that are believed from the first to the last sight of a finding, in the order of their numbers.
    private func believedResults(of row: KnownFinding) throws -> [Result] {
        try Row.fetchAll(
            db.cachedStatement(sql: Queries.believedResults),
            arguments: [domain, row.openedNumber, row.seenNumber]
        ).map { Result(number: $0[0], run: $0[1], startedAt: $0[2], isPartial: $0[3]) }
    }

    /// Whether a result between the first and the last sight of a finding has it.
    private func saw(_ result: Result, _ row: KnownFinding) throws -> Bool {
        if !result.isPartial || [row.openedNumber, row.seenNumber].contains(result.number) { return true }
        guard let report = try RunReader.report(domain: domain, run: result.run, storage, db) else { return false }
        return FindingIdentity.pair([row.identity], with: report.findings.map { FindingIdentity($0) }) != [nil]
    }
}
