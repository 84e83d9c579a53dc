import Findings
import GRDB

import struct Foundation.Date

/// One uninterrupted sequence of results with a finding, as a database row.
///
/// The beginning and the end of a waiver interrupt it. The results of a domain are numbered from 1.
struct KnownFinding: Equatable {
    var id: Int64
    var identity: FindingIdentity
    var severity: Severity
    var openedAt: Date
    var openedNumber: Int
    /// The time of the last result with the finding.
    var seenAt: Date
    var closedAt: Date?
    /// The number of the first result without the finding; `nil` while it still exists.
    var closedNumber: Int?
    var isWaived = false
    /// Whether the finding had been resolved or waived before.
    var isReturn = false

    /// Returns whether the finding existed at the result `number`, even if it was not observed.
    func isOpen(atResult number: Int) -> Bool { openedNumber <= number && !isResolved(atResult: number) }

    func isResolved(atResult number: Int) -> Bool { if let closedNumber { closedNumber <= number } else { false } }

    /// Returns whether the row ended only because a waiver began or ended, so that another row continues it;
    /// `rowsByOpening` contains the domain's rows by the number of their first result.
    func isContinued(in rowsByOpening: [Int: [KnownFinding]]) -> Bool {
        guard let closedNumber, let opened = rowsByOpening[closedNumber] else { return false }
        return opened.contains { next in
            next.identity.code == identity.code && next.identity.location == identity.location
                && next.isWaived != isWaived
        }
    }

    var finding: Finding {
        var finding = Finding(
            identity.code, severity: severity, location: identity.location, message: identity.message,
            pointer: identity.pointer)
        // The reason for the waiver is only in the report.
        if isWaived { finding.waived = Waiver(reason: "") }
        return finding
    }

    /// Returns all rows of a domain, including ended ones, in the order in which they began.
    static func fetchAll(of domain: Int64, _ db: Database) throws -> [KnownFinding] {
        try Array(db.rows(Queries.findings, [domain]).compactMap { KnownFinding($0) })
    }
}

extension KnownFinding {
    /// Reads a row; `nil` if this version does not know the code, location or severity: its reports cannot contain the
    /// finding.
    private init?(_ row: Row) {
        guard let code = FindingCode(rawValue: row["code"]), let location = FindingLocation(rawValue: row["location"]),
            let severity = Severity(rawValue: row["severity"])
        else { return nil }
        self.init(
            id: row["id"],
            identity: FindingIdentity(
                code: code, location: location, pointer: (row["pointer"] as String?).map(StoredText.decode),
                message: StoredText.decode(row["message"]),
                subject: (row["subject"] as String?).map(StoredText.decode)),
            severity: severity, openedAt: Date(milliseconds: row["opened_at"]), openedNumber: row["opened_number"],
            seenAt: Date(milliseconds: row["seen_at"]),
            closedAt: (row["closed_at"] as Int64?).map { Date(milliseconds: $0) }, closedNumber: row["closed_number"],
            isWaived: row["is_waived"], isReturn: row["is_return"])
    }
}
