import Audit
import Findings

/// What a report changes about the findings of its domain.
struct StatePlan {
    /// One finding of the report.
    struct Seen: Equatable {
        /// The row that goes on; `nil` where one begins.
        var row: Int64?
        /// Whether a row that begins is not the first of its finding.
        var isReturn: Bool
    }

    /// The findings of the report, in its order.
    private(set) var seen: [Seen] = []
    /// The rows that end here: somebody looked, and they are gone.
    private(set) var fixed: [Int64] = []
    /// How many rows go on though nobody could look.
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
            Seen(row: rows[index].map { open[$0].id }, isReturn: returns.contains(index))
        }
        let met = Set(rows.compactMap { $0 })
        guard met.count < open.count else { return }
        let coverage = Coverage(report)
        for (place, row) in open.enumerated() where !met.contains(place) {
            if coverage.covers(row.identity) {
                fixed.append(row.id)
            } else {
                unseen += 1
            }
        }
    }
}
