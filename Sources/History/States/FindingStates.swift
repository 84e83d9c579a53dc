import Audit
import Basics
import Findings

import struct Foundation.Date

/// The states of the findings of a report compared with the result of the previous settled run: findings that were
/// first seen in later, unsettled runs are still new.
struct FindingStates {
    struct State: Equatable {
        var kind: ChangeKind
        var firstSeen: Date
        /// The number of the domain's first result with the finding; `nil` if no earlier result has the finding.
        var openedNumber: Int?
    }

    let states: [State]
    /// The errors and warnings of the earlier result that are not in the report, even if they were not checked.
    private let missing: [KnownFinding]

    /// Compares findings with the known ones; `number` is the number of the earlier result, 0 if there is none.
    init(_ findings: [Finding], known: [KnownFinding], atResult number: Int, startedAt: Date) {
        let open = known.filter { $0.isOpen(atResult: number) }
        let matches = FindingMatches(
            findings, open: open.map { ($0.identity, $0.isWaived) },
            resolved: known.filter { $0.isResolved(atResult: number) }.map(\.identity))
        missing = matches.missingIndices.map { open[$0] }.filter { $0.severity > .info && !$0.isWaived }
        // The rows that unsettled runs after the earlier result created.
        let newer = known.filter { $0.closedNumber == nil && !$0.isOpen(atResult: number) }
        let changed = findings.indices.filter { matches.kinds[$0] != .still }
        let pairs = FindingIdentity.pair(changed.map { FindingIdentity(findings[$0]) }, with: newer.map(\.identity))
        var newerRows: [Int: KnownFinding] = [:]
        for (index, match) in zip(changed, pairs) {
            if let match { newerRows[index] = newer[match] }
        }
        states = findings.indices.map { index in
            let kind = matches.kinds[index]
            let row = matches.openIndices[index].map { open[$0] }
            let newerRow = newerRows[index]
            let firstSeen = row.map { Self.firstSeen($0, among: known) } ?? newerRow?.openedAt ?? startedAt
            return State(
                kind: kind, firstSeen: firstSeen,
                openedNumber: kind == .still ? row?.openedNumber : newerRow?.openedNumber)
        }
    }

    /// Returns when the finding of `row` was first seen, including in rows that only a waiver's start or end ended.
    private static func firstSeen(_ row: KnownFinding, among known: [KnownFinding]) -> Date {
        let candidates = known.filter { $0.closedNumber == row.openedNumber && $0.isWaived != row.isWaived }
        guard let index = FindingIdentity.pair([row.identity], with: candidates.map(\.identity))[0] else {
            return row.openedAt
        }
        return firstSeen(candidates[index], among: known)
    }

    func annotate(_ report: inout DomainReport) {
        for (index, state) in states.enumerated() {
            report.setState(state.kind, firstSeen: state.firstSeen, ofFindingAt: index)
        }
        guard !missing.isEmpty else { return }
        let coverage = Coverage(report)
        report.resolvedCodes = missing.map(\.identity).filter { coverage.covers($0) }.map(\.code).unique
    }
}

/// The findings of a report matched with those of an earlier result; only this type decides which are new or returned.
struct FindingMatches {
    /// For each finding, whether it is new, unchanged or returned; it has also returned if its waiver has ended.
    let kinds: [ChangeKind]
    /// For each finding, the index of the open finding that it matches.
    let openIndices: [Int?]
    /// The indices of the open findings that match no finding.
    let missingIndices: [Int]

    /// Matches the findings of a report with those that were open at the earlier result, and the remaining findings
    /// with those that had been resolved by then.
    init(_ findings: [Finding], open: [(identity: FindingIdentity, isWaived: Bool)], resolved: [FindingIdentity]) {
        let identities = findings.map { FindingIdentity($0) }
        let pairs = FindingIdentity.pair(identities, with: open.map(\.identity))
        openIndices = pairs
        let unmatched = pairs.indices.filter { pairs[$0] == nil }
        let resolvedPairs = FindingIdentity.pair(unmatched.map { identities[$0] }, with: resolved)
        let returned = Set(zip(unmatched, resolvedPairs).compactMap { index, match in match == nil ? nil : index })
        kinds = pairs.indices.map { index in
            guard let match = pairs[index] else { return returned.contains(index) ? .returned : .new }
            return open[match].isWaived && findings[index].waived == nil ? .returned : .still
        }
        let matched = Set(pairs.compactMap(\.self))
        missingIndices = open.indices.filter { !matched.contains($0) }
    }
}

/// The changes that a report makes to the findings of its domain.
struct StatePlan {
    struct RowPlan: Equatable {
        /// The ID of the row that continues; `nil` if a new row begins.
        var rowID: Int64?
        /// Whether a new row begins for a finding that was resolved or waived before.
        var hasReturned: Bool
        /// The time at which the finding was first seen, if a new row begins because of a waiver.
        var firstSeen: Date?
    }

    private(set) var rows: [RowPlan] = []
    /// The IDs of the rows that end: of resolved findings, and of findings for which a waiver begins or ends.
    private(set) var endedRowIDs: [Int64] = []
    /// The number of rows that continue although their findings could not be checked.
    private(set) var uncheckedCount = 0

    init(_ report: DomainReport, known: [KnownFinding]) {
        let open = known.filter { $0.closedNumber == nil }
        let matches = FindingMatches(
            report.findings, open: open.map { ($0.identity, $0.isWaived) },
            resolved: known.filter { $0.closedNumber != nil }.map(\.identity))
        for (index, finding) in report.findings.enumerated() {
            let row = matches.openIndices[index].map { open[$0] }
            if let row, row.isWaived == (finding.waived != nil) {
                rows.append(RowPlan(rowID: row.id, hasReturned: false))
                continue
            }
            if let row { endedRowIDs.append(row.id) }
            let firstSeen = row.flatMap { $0.isWaived ? nil : $0.openedAt }
            rows.append(RowPlan(rowID: nil, hasReturned: matches.kinds[index] == .returned, firstSeen: firstSeen))
        }
        guard !matches.missingIndices.isEmpty else { return }
        let coverage = Coverage(report)
        for row in matches.missingIndices.map({ open[$0] }) {
            if coverage.covers(row.identity) { endedRowIDs.append(row.id) } else { uncheckedCount += 1 }
        }
    }
}
