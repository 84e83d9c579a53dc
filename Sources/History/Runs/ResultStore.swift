import Audit
import Findings
import GRDB

import struct Foundation.Date

/// A domain that the database contains.
struct KnownDomain {
    var id: Int64
    var resultCount: Int
    /// The ID of the full report on which the newest result is based.
    var reportID: Int64?

    static func find(_ domain: DomainID, _ db: Database) throws -> KnownDomain? {
        try db.row(Queries.domain, [StoredText.encode(domain.host), domain.port]).map { row in
            KnownDomain(id: row["id"], resultCount: row["results"], reportID: row["report_id"])
        }
    }

    /// Returns `report` with the states and dates of its findings, unless this run already has a result for the domain.
    static func annotated(
        _ report: DomainReport, run: Int64, startedAt: Date, previousRun: Int64?, isResumed: Bool, _ db: Database
    ) throws -> DomainReport {
        let domain = try find(report.storedID, db)
        if isResumed, let domain, try db.row(Queries.result, [run, domain.id]) != nil { return report }
        let known: [KnownFinding] = if let domain { try KnownFinding.fetchAll(of: domain.id, db) } else { [] }
        var resultNumber = 0
        if let domain, let previousRun, !known.isEmpty {
            resultNumber = try db.value(Queries.newestSettledNumber, [domain.id, previousRun]) ?? 0
        }
        let states = FindingStates(report.findings, known: known, atResult: resultNumber, startedAt: startedAt)
        var annotated = report
        states.annotate(&annotated)
        if let domain { try EarlierObservations(domain: domain.id, run: run, db: db).annotate(&annotated, states) }
        return annotated
    }
}

/// Writes results and the data derived from them; must not be used concurrently.
final class ResultStore {
    struct Item: Sendable {
        var index: Int
        var report: DomainReport
        var json: [UInt8]
    }

    private let run: Int64
    /// 1 for the process that began the run, and one more after each `--resume`.
    private let segment: Int
    private let startedAt: Int64
    private let reports = ReportStorage()

    init(run: Int64, segment: Int, startedAt: Date) {
        self.run = run
        self.segment = segment
        self.startedAt = startedAt.milliseconds
    }

    func insert(_ item: Item, _ db: Database) throws {
        let report = item.report
        let domain = try KnownDomain.find(report.storedID, db) ?? addDomain(of: report, db)
        if segment > 1, try db.row(Queries.result, [run, domain.id]) != nil {
            // An earlier process stored this result. The current index applies, because the list may have been edited.
            try db.execute(Queries.moveResult, [item.index, run, domain.id, item.index])
            return
        }
        let resultNumber = domain.resultCount + 1
        let known = domain.resultCount == 0 ? [] : try KnownFinding.fetchAll(of: domain.id, db)
        let plan = StatePlan(report, known: known)
        try write(plan, of: report, domain: domain.id, number: resultNumber, db)

        let stored = try reports.store(item.json, of: domain.id, basis: domain.reportID, db)
        var fileID: Int64?
        if let bytes = report.file?.bytes { fileID = try reports.store(body: bytes, db) }
        let counted = report.findings.filter { $0.waived == nil }
        try db.insert(
            into: "result",
            [
                "run_id": run, "domain_id": domain.id, "place": item.index, "number": resultNumber,
                "status": Self.statusCode(of: report.status), "fingerprint": report.changeFingerprint,
                "is_partial": plan.uncheckedCount > 0 || report.status == .unreachable,
                "errors": counted.count { $0.severity == .error },
                "warnings": counted.count { $0.severity == .warning }, "report_id": stored.reportID,
                "file_id": fileID, "delta": stored.delta, "segment": segment,
            ])
        try db.execute(Queries.updateDomain, [resultNumber, stored.reportID, domain.id])
    }

    private func addDomain(of report: DomainReport, _ db: Database) throws -> KnownDomain {
        let id = report.storedID
        let (name, display) = (StoredText.encode(id.host), StoredText.encode(report.name))
        try db.insert(into: "domain", ["name": name, "port": id.port, "display": display])
        return KnownDomain(id: db.lastInsertedRowID, resultCount: 0, reportID: nil)
    }

    private func write(_ plan: StatePlan, of report: DomainReport, domain: Int64, number: Int, _ db: Database) throws {
        for (finding, rowPlan) in zip(report.findings, plan.rows) {
            let pointer = finding.pointer.map(StoredText.encode)
            let message = StoredText.encode(finding.message)
            let subject = FindingIdentity(finding).subject.map(StoredText.encode)
            if let id = rowPlan.rowID {
                try db.cachedStatement(sql: Queries.continueFinding).execute(arguments: [
                    pointer, finding.severity.rawValue, message, number, startedAt, finding.waived != nil, subject, id,
                ])
            } else {
                try db.insert(
                    into: "finding",
                    [
                        "domain_id": domain, "code": finding.code.rawValue, "location": finding.location.rawValue,
                        "pointer": pointer, "subject": subject, "severity": finding.severity.rawValue,
                        "message": message, "is_return": rowPlan.hasReturned, "is_waived": finding.waived != nil,
                        "opened_number": number, "opened_at": rowPlan.firstSeen?.milliseconds ?? startedAt,
                        "seen_number": number, "seen_at": startedAt,
                    ])
            }
        }
        for id in plan.endedRowIDs { try db.execute(Queries.closeFinding, [number, startedAt, id]) }
    }

    static func statusCode(of status: DomainStatus) -> Int { DomainStatus.allCases.firstIndex(of: status) ?? 0 }

    static func status(_ code: Int) -> DomainStatus {
        DomainStatus.allCases.indices.contains(code) ? DomainStatus.allCases[code] : .invalid
    }
}

extension DomainReport {
    /// The domain as the database identifies it: an invalid target by its input, with port 0.
    var storedID: DomainID { domain ?? DomainID(host: input, port: 0) }
}
