import Audit
import Findings

import struct Foundation.Date

/// The changes that a report makes to the findings of its domain.
struct StatePlan {
    struct Seen: Equatable {
        /// The row that continues; `nil` if a new one begins.
        var row: Int64?
        /// Whether a new row begins for a finding that had an earlier row, and counts again.
        var isReturn: Bool
        /// The time at which the finding was first seen, if a new row begins because of a waiver.
        var firstSeen: Date?
    }

    private(set) var seen: [Seen] = []
    /// The rows that end: those of resolved findings, and those of findings for which a waiver begins or ends.
    private(set) var ended: [Int64] = []
    /// The number of rows that continue although their findings could not be checked.
    private(set) var unseen = 0

    /// Compares `report` with the known findings.
    init(_ report: DomainReport, known: [KnownFinding]) {
        let open = known.filter { $0.closedNumber == nil }
        let matches = FindingMatches(
            report.findings, open: open.map { ($0.identity, $0.isWaived) },
            resolved: known.filter { $0.closedNumber != nil }.map(\.identity))
        seen = report.findings.indices.map { index in
            let isReturn = matches.kinds[index] == .returned
            guard let row = matches.open[index].map({ open[$0] }) else { return Seen(row: nil, isReturn: isReturn) }
            guard row.isWaived != (report.findings[index].waived != nil) else {
                return Seen(row: row.id, isReturn: false)
            }
            ended.append(row.id)
            return Seen(row: nil, isReturn: isReturn, firstSeen: row.isWaived ? nil : row.openedAt)
        }
        guard !matches.missing.isEmpty else { return }
        let coverage = Coverage(report)
        for row in matches.missing.map({ open[$0] }) {
            if coverage.covers(row.identity) {
                ended.append(row.id)
            } else {
                unseen += 1
            }
        }
    }
}
