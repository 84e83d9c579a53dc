import AppSiteAssociation
import Findings

/// Compares the file of a name with that of the same name with or without `www.`: `sibling-differs`.
///
/// Rule: domains.exact-host
struct SiblingCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let sibling = domain.sibling?.value else { return [] }
        let own = domain.delivery
        let other = sibling.delivery
        // A name that does not exist cannot have links, and an unreachable name cannot be compared.
        if case .problem(.dnsNotFound, _) = other { return [] }
        guard own.isKnown, other.isKnown, own.isFile || other.isFile, !own.isSame(as: other) else { return [] }
        let name = Wording.name(of: domain.target)
        let siblingName = Wording.name(of: sibling.target)
        var text: String
        if let difference = own.difference(from: other) {
            let sentence = difference.sentence(first: "the file of \(name)", second: "the file of \(siblingName)")
            text = "\(siblingName) serves another file than \(name): \(sentence)."
        } else {
            text =
                "\(siblingName) and \(name) do not serve the same file: \(other.described) at \(siblingName); "
                + "\(own.described) at \(name)."
        }
        if let to = sibling.observation.wellKnown.exchange.flatMap(Redirect.init)?.hop.to {
            text += " \(siblingName) redirects to \(Wording.excerpt(to))."
        }
        let evidence = sibling.deliveryEvidence(after: ["sibling": .string(sibling.target.host)])
        return [Finding(.siblingDiffers, location: .domain, message: text, evidence: evidence)]
    }
}
