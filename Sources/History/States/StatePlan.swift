import Audit
import Findings

import struct Foundation.Date

/// The changes that a report makes to the findings of its domain.
struct StatePlan {
    /// One finding of the report.
    struct Seen: Equatable {
        /// The row that goes on; `nil` where one begins.
        var row: Int64?
        /// Whether a row that begins is not the first of its finding, which counts again.
        var isReturn: Bool
        /// When the finding was first seen, where a row begins because a waiver covers it now.
        var firstSeen: Date?
    }

    /// The findings of the report, in its order.
    private(set) var seen: [Seen] = []
    /// The rows that end here: of findings that are resolved, and of those that a waiver begins or ends to cover.
    private(set) var ended: [Int64] = []
    /// The number of rows that continue although their findings could not be checked.
    private(set) var unseen = 0

    /// Compares `report` with what is known.
    init(_ report: DomainReport, known: [KnownFinding]) {
        let identities = report.findings.map { FindingIdentity($0) }
        let open = known.filter { $0.closedNumber == nil }
        let rows = FindingIdentity.pair(identities, with: open.map(\.identity))
        let rest = rows.indices.filter { rows[$0] == nil }
        let closed = known.filter { $0.closedNumber != nil }
        let earlier = FindingIdentity.pair(rest.map { identities[$0] }, with: closed.map(\.identity))
        let returns = Set(zip(rest, earlier).filter { $0.1 != nil }.map(\.0))
        seen = identities.indices.map { index in
            guard let row = rows[index].map({ open[$0] }) else {
                return Seen(row: nil, isReturn: returns.contains(index))
            }
            guard row.isWaived != (report.findings[index].waived != nil) else {
                return Seen(row: row.id, isReturn: false)
            }
            ended.append(row.id)
            return Seen(row: nil, isReturn: row.isWaived, firstSeen: row.isWaived ? nil : row.openedAt)
        }
        let met = Set(rows.compactMap { $0 })
        guard met.count < open.count else { return }
        let coverage = Coverage(report)
        for (place, row) in open.enumerated() where !met.contains(place) {
            if coverage.covers(row.identity) {
                ended.append(row.id)
            } else {
                unseen += 1
            }
        }
    }
}
