import Audit
import Findings

/// The findings of a domain that were known when an earlier result was created.
struct EarlierFindings {
    private let open: [KnownFinding]
    /// The findings that had been resolved before.
    let gone: [FindingIdentity]

    /// Selects from all known findings of the domain those at the result `number`; unless that is partial, its report
    /// has all open ones.
    init(_ known: [KnownFinding], at number: Int, isPartial: Bool) {
        open = isPartial ? known.filter { $0.isOpen(at: number) && $0.severity > .info } : []
        gone = known.filter { $0.isGone(at: number) }.map(\.identity)
    }

    /// Returns the earlier findings that could not be checked in `report`; for an unreachable domain, all of them.
    func unseen(in report: DomainReport) -> [KnownFinding] {
        FindingMatches(report.findings, open: open.map { ($0.identity, $0.isWaived) }, gone: []).missing.map {
            open[$0]
        }
    }
}
