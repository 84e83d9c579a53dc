import Audit
import Findings

import struct Foundation.Date

/// The states of the findings of a report compared with an earlier result of its domain.
///
/// The earlier result is that of the run that this run is compared with, not the newest one: the findings of an attempt whose
/// message or end failed were not reported, so a finding that this attempt was the first to see is still new.
struct FindingStates {
    /// One finding.
    struct State: Equatable {
        var state: FindingState
        var firstSeen: Date
        /// The number of the domain's first result that has it; `nil` where this one is the first.
        var openedNumber: Int?
    }

    /// The findings of the report, in its order.
    let states: [State]
    /// The findings that counted at the earlier result and are not in the report, whether or not they could be checked.
    private let missing: [KnownFinding]

    /// Compares findings with what is known.
    ///
    /// - Parameters:
    ///   - findings: Those of a report.
    ///   - known: All that is known of the domain.
    ///   - number: The number of the earlier result; 0 where there is none.
    ///   - startedAt: When the run of the report began.
    init(_ findings: [Finding], known: [KnownFinding], at number: Int, startedAt: Date) {
        let identities = findings.map { FindingIdentity($0) }
        /// The rows that findings are, for those of `indices`.
        func rows(_ rows: [KnownFinding], for indices: [Int]) -> [Int: KnownFinding] {
            let pairs = FindingIdentity.pair(indices.map { identities[$0] }, with: rows.map(\.identity))
            return Dictionary(
                uniqueKeysWithValues: zip(indices, pairs).compactMap { index, row in row.map { (index, rows[$0]) } })
        }
        let open = known.filter { $0.isOpen(at: number) }
        let there = rows(open, for: Array(identities.indices))
        let met = Set(there.values.map(\.id))
        missing = open.filter { $0.severity > .info && !$0.isWaived && !met.contains($0.id) }
        /// The row that a finding goes on with; `nil` also where a waiver has ended, so that it counts again.
        func unchanged(_ index: Int) -> KnownFinding? {
            there[index].flatMap { $0.isWaived && findings[index].waived == nil ? nil : $0 }
        }
        let rest = identities.indices.filter { unchanged($0) == nil }
        let gone = rows(known.filter { $0.isGone(at: number) }, for: rest)
        // What an attempt in between has seen before this run did.
        let between = rows(known.filter { $0.closedNumber == nil && !$0.isOpen(at: number) }, for: rest)
        states = identities.indices.map { index in
            if let row = unchanged(index) {
                return State(
                    state: .still, firstSeen: Self.firstSeen(row, among: known), openedNumber: row.openedNumber)
            }
            return State(
                state: gone[index] == nil && there[index] == nil ? .new : .returned,
                firstSeen: there[index].map { Self.firstSeen($0, among: known) } ?? between[index]?.openedAt
                    ?? startedAt,
                openedNumber: between[index]?.openedNumber)
        }
    }

    /// When the first run began that saw the finding of `row`; a waiver that begins or ends makes another row of it.
    private static func firstSeen(_ row: KnownFinding, among known: [KnownFinding]) -> Date {
        let before = known.filter { $0.closedNumber == row.openedNumber && $0.isWaived != row.isWaived }
        guard let place = FindingIdentity.pair([row.identity], with: before.map(\.identity))[0] else {
            return row.openedAt
        }
        return firstSeen(before[place], among: known)
    }

    /// Writes states and dates into the findings of the report, and what is gone.
    func annotate(_ report: inout DomainReport) {
        for (index, state) in states.enumerated() {
            report.setState(state.state, firstSeen: state.firstSeen, ofFindingAt: index)
        }
        guard !missing.isEmpty else { return }
        let coverage = Coverage(report)
        var gone: [FindingCode] = []
        for row in missing where !gone.contains(row.identity.code) && coverage.covers(row.identity) {
            gone.append(row.identity.code)
        }
        report.setGone(gone)
    }
}
