import AppSiteAssociation
import Findings

/// Checks for two usable files with different meanings: `locations-differ`.
///
/// Rule: location.well-known-wins
struct LocationsDifferCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard domain.wellKnown.isUsable, domain.root.isUsable,
            let wellKnown = domain.wellKnown.judged?.content, let root = domain.root.judged?.content,
            // Undecided differences are not reported.
            case .different(let difference) = wellKnown.compare(with: root)
        else { return [] }
        let sentence = difference.sentence(first: "the file in .well-known", second: "the file at the root")
        return [
            Finding(
                .locationsDiffer, location: .root,
                message: "The files at the two locations differ: \(sentence). "
                    + "Current systems read \(Wording.excerpt(domain.wellKnown.observation.url)).",
                evidence: difference.evidence(
                    first: FindingLocation.wellKnown.rawValue, second: FindingLocation.root.rawValue))
        ]
    }
}
