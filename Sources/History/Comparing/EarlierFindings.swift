import Audit
import Findings

/// What was known of a domain's findings when an earlier result was made.
struct EarlierFindings {
    private let open: [KnownFinding]
    /// What had been there and was gone by then.
    let gone: [FindingIdentity]

    /// Creates what was known.
    ///
    /// - Parameters:
    ///   - known: All that is known of the domain.
    ///   - number: The number of the earlier result.
    ///   - isPartial: Whether it could not look at everything; else its report has all that was there.
    init(_ known: [KnownFinding], at number: Int, isPartial: Bool) {
        open = isPartial ? known.filter { $0.isOpen(at: number) && $0.severity > .info } : []
        gone = known.filter { $0.isGone(at: number) }.map(\.identity)
    }

    /// What was there before and could not be looked at in `report`: of a domain that was down that is all.
    func unseen(in report: DomainReport) -> [KnownFinding] {
        guard !open.isEmpty else { return [] }
        let seen = FindingIdentity.pair(report.findings.map { FindingIdentity($0) }, with: open.map(\.identity))
        let met = Set(seen.compactMap { $0 })
        return open.indices.filter { !met.contains($0) }.map { open[$0] }
    }
}
