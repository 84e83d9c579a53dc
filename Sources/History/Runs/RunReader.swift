import Audit
import Findings
import GRDB
import Runs

import struct Foundation.Date

/// Reads results back.
enum RunReader {
    /// The report of a domain in a run; `nil` when the run has none.
    static func report(of domain: DomainID, run: Int64, _ db: Database) throws -> DomainReport? {
        guard let known = try KnownDomain.find(DomainKey(domain), db) else { return nil }
        return try report(domain: known.id, run: run, ReportStorage(), db)
    }

    /// The report of a domain in a run; `nil` when the run has none.
    static func report(
        domain: Int64, run: Int64, _ storage: ReportStorage, _ db: Database
    ) throws -> DomainReport? {
        let row = try Row.fetchOne(db.cachedStatement(sql: Queries.result), arguments: [run, domain])
        guard let row else { return nil }
        return try storage.report(.init(reportID: row[0], delta: row[2]), fileID: row[1], db)
    }

    /// When the newest complete run of the same targets before `run` ended; `nil` when there is none.
    static func completion(before run: Int64, targets: String, _ db: Database) throws -> Date? {
        let milliseconds = try Int64.fetchOne(
            db.cachedStatement(sql: Queries.completionBefore), arguments: [targets, run])
        return milliseconds.map { Date(milliseconds: $0) }
    }

    /// How the domain of `report` stood up to `run`.
    static func past(of report: DomainReport, run: Int64, _ db: Database) throws -> DomainPast? {
        guard let domain = try KnownDomain.find(DomainKey(report), db) else { return nil }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Queries.statusesOfDomain), arguments: [domain.id, run, DomainPast.mostRuns])
        let runs = rows.reversed().map { row in
            DomainPast.Run(startedAt: Date(milliseconds: row[0]), status: ResultStore.status(row[1]))
        }
        guard let today = runs.last else { return nil }
        let other = try Int64.fetchOne(
            db.cachedStatement(sql: Queries.lastOtherStatus),
            arguments: [domain.id, run, ResultStore.number(of: today.status)])
        let since = try Int64.fetchOne(
            db.cachedStatement(sql: Queries.firstAfter), arguments: [domain.id, other ?? 0])
        return DomainPast(statusSince: since.map { Date(milliseconds: $0) }, runs: runs)
    }
}
