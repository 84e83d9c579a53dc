import Audit
import Findings

import struct Foundation.Date

/// One row of results that have a finding, as the database knows it.
struct KnownFinding: Equatable {
    var id: Int64
    var identity: FindingIdentity
    /// When the first run of the row began.
    var openedAt: Date
    /// Whether the row has ended.
    var isClosed: Bool
}

/// How the findings of a report stand against those that are known of its domain.
struct StatePlan {
    /// One finding of the report.
    struct Seen {
        var state: FindingState
        var firstSeen: Date
        /// The row that goes on; `nil` where one begins.
        var row: Int64?
    }

    /// The findings of the report, in its order.
    private(set) var seen: [Seen] = []
    /// The rows that end here: somebody looked, and they are gone.
    private(set) var fixed: [Int64] = []
    /// How many rows go on though nobody could look.
    private(set) var unseen = 0

    /// Compares `report`, of a run that began at `startedAt`, with what is known.
    init(_ report: DomainReport, known: [KnownFinding], startedAt: Date) {
        let identities = report.findings.map { FindingIdentity($0) }
        let open = known.filter { !$0.isClosed }
        let rows = FindingIdentity.pair(identities, with: open.map(\.identity))
        let rest = rows.indices.filter { rows[$0] == nil }
        let closed = known.filter(\.isClosed)
        let earlier = FindingIdentity.pair(rest.map { identities[$0] }, with: closed.map(\.identity))
        let isReturn = Set(zip(rest, earlier).filter { $0.1 != nil }.map(\.0))
        for index in identities.indices {
            if let row = rows[index] {
                seen.append(Seen(state: .still, firstSeen: open[row].openedAt, row: open[row].id))
            } else {
                seen.append(
                    Seen(state: isReturn.contains(index) ? .returned : .new, firstSeen: startedAt, row: nil))
            }
        }
        let met = Set(rows.compactMap { $0 })
        guard met.count < open.count else { return }
        let inspection = Inspection(report)
        for (place, row) in open.enumerated() where !met.contains(place) {
            if inspection.covers(row.identity.code, at: row.identity.location) {
                fixed.append(row.id)
            } else {
                unseen += 1
            }
        }
    }

    /// Writes states and dates into the findings of the report.
    func annotate(_ report: inout DomainReport) {
        for (index, seen) in seen.enumerated() {
            report.findings[index].state = seen.state
            report.findings[index].firstSeen = seen.firstSeen
        }
    }
}
