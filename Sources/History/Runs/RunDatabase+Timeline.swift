import Audit
import Findings
import GRDB
package import Records

import struct Foundation.Date

extension RunDatabase {
    /// Returns the timelines of a host, one for each audited port, over the newest `limit` runs; `nil` means any port.
    package func timelines(host: String, port: Int?, limit: Int) throws(HistoryError) -> [DomainTimeline] {
        try read { db in
            let rows = try Row.fetchAll(db, sql: Queries.domainsByName, arguments: [StoredText.encode(host)])
            return try rows.filter { port == nil || $0[1] == port }.map { row in
                let domain: Int64 = row[0]
                return DomainTimeline(
                    name: StoredText.decode(row[2]),
                    entries: try entries(domain, limit: limit, db),
                    findings: try spans(domain, db))
            }
        }
    }

    private func entries(_ domain: Int64, limit: Int, _ db: Database) throws -> [DomainTimeline.Entry] {
        try Row.fetchAll(db.cachedStatement(sql: Queries.timeline), arguments: [domain, limit]).map { row in
            let (fingerprint, isInDoubt, before): (Int64, Bool, Int64?) = (row[2], row[5], row[8])
            var entry = DomainTimeline.Entry(
                run: row[0], id: row[7], startedAt: Date(milliseconds: row[6]), status: ResultStore.status(row[1]),
                errors: row[3], warnings: row[4],
                isChanged: isInDoubt ? nil : before.map { fingerprint != $0 })
            entry.isInDoubt = isInDoubt
            return entry
        }
    }

    private func spans(_ domain: Int64, _ db: Database) throws -> [DomainTimeline.Span] {
        let rows = try Row.fetchAll(db, sql: Queries.findingsOfDomain, arguments: [domain])
        let spans = rows.compactMap { row -> DomainTimeline.Span? in
            guard let identity = FindingIdentity(row: row), let severity = Severity(rawValue: row[5])
            else { return nil }
            let (opened, seen, closed): (Int64, Int64, Int64?) = (row[7], row[8], row[9])
            var finding = Finding(
                identity.code, severity: severity, location: identity.location, message: identity.message,
                pointer: identity.pointer)
            finding.state = closed != nil ? .fixed : opened != seen ? .still : row[6] ? .returned : .new
            finding.firstSeen = Date(milliseconds: opened)
            let fixedAt = closed.map { Date(milliseconds: $0) }
            return DomainTimeline.Span(finding, lastSeen: Date(milliseconds: seen), fixedAt: fixedAt)
        }
        // Current findings come first, the most severe first, followed by resolved ones, the latest first.
        return spans.enumerated().sorted { first, second in
            let (one, other) = (first.element, second.element)
            if (one.fixedAt == nil) != (other.fixedAt == nil) { return one.fixedAt == nil }
            if let fixed = one.fixedAt, let before = other.fixedAt, fixed != before { return fixed > before }
            let (left, right) = (one.finding.severity, other.finding.severity)
            return left != right ? left > right : first.offset < second.offset
        }.map(\.element)
    }
}
