import Findings

/// The findings of a report matched with those of an earlier result of its domain.
///
/// No other type determines whether a finding is new, unchanged or returned.
struct FindingMatches {
    /// For each finding, whether it is new, unchanged or returned.
    ///
    /// A finding whose waiver has ended counts again, so it has returned.
    let kinds: [ChangeKind]
    /// For each finding, the index of the same open finding; `nil` if there is none.
    let open: [Int?]
    /// The indices of the open findings that the report does not have, in order.
    let missing: [Int]

    /// Matches the findings of a report with those that were open at the earlier result, each with whether it was
    /// waived, and with those that had been resolved by then.
    init(
        _ findings: [Finding], open known: [(identity: FindingIdentity, isWaived: Bool)], resolved: [FindingIdentity]
    ) {
        let identities = findings.map { FindingIdentity($0) }
        let pairs = FindingIdentity.pair(identities, with: known.map(\.identity))
        let rest = pairs.indices.filter { pairs[$0] == nil }
        let earlier = FindingIdentity.pair(rest.map { identities[$0] }, with: resolved)
        let returned = Set(zip(rest, earlier).filter { $0.1 != nil }.map(\.0))
        kinds = pairs.indices.map { index in
            guard let match = pairs[index] else { return returned.contains(index) ? .returned : .new }
            return known[match].isWaived && findings[index].waived == nil ? .returned : .still
        }
        open = pairs
        let matched = Set(pairs.compactMap(\.self))
        missing = known.indices.filter { !matched.contains($0) }
    }
}
