import Audit
import Findings
import GRDB

import struct Foundation.Date

/// One unbroken row of results that have a finding, as the database knows it.
///
/// A row ends where a waiver begins or ends to cover its finding, and another one begins.
/// Numbers are those of a domain's results, from 1.
struct KnownFinding: Equatable {
    var id: Int64
    var identity: FindingIdentity
    var severity: Severity
    /// When the first run of the row began.
    var openedAt: Date
    /// The number of the first result that has it.
    var openedNumber: Int
    /// The number of the first result that no longer has it; `nil` while it goes on.
    var closedNumber: Int?
    /// Whether a waiver covers it.
    var isWaived = false

    /// Whether it was known to be there at the result `number`, seen or not.
    func isOpen(at number: Int) -> Bool { openedNumber <= number && closedNumber.map { $0 > number } ?? true }

    /// Whether it had been there before the result `number`, and was gone by then.
    func isGone(at number: Int) -> Bool { closedNumber.map { $0 <= number } ?? false }

    /// The finding as it was last seen.
    var finding: Finding {
        var finding = Finding(
            identity.code, severity: severity, location: identity.location, message: identity.message,
            pointer: identity.pointer)
        // The reason is in the report that has it.
        if isWaived { finding.waived = Waiver(reason: "") }
        return finding
    }

    /// All rows of a domain, those that have ended too, in the order in which they began.
    static func all(of domain: Int64, _ db: Database) throws -> [KnownFinding] {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Queries.findings), arguments: [domain])
        var findings: [KnownFinding] = []
        while let row = try rows.next() {
            // A code or location of a newer version cannot be met by this one.
            guard let code = FindingCode(rawValue: row[1]), let location = FindingLocation(rawValue: row[2]),
                let severity = Severity(rawValue: row[5])
            else { continue }
            findings.append(
                KnownFinding(
                    id: row[0],
                    identity: FindingIdentity(
                        code: code, location: location, storedPointer: row[3], message: row[4], subject: row[10]),
                    severity: severity, openedAt: Date(milliseconds: row[6]), openedNumber: row[7],
                    closedNumber: row[8], isWaived: row[9]))
        }
        return findings
    }
}
