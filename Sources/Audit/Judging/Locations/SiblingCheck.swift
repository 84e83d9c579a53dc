import AppSiteAssociation
import Findings

/// Compares the file of a name with that of the same name with or without `www.`: `sibling-differs`.
///
/// Rule: domains.exact-host
struct SiblingCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let sibling = domain.sibling?.value else { return [] }
        let delivery = domain.delivery
        let siblingDelivery = sibling.delivery
        // A name that does not exist cannot have links, and an unreachable name cannot be compared.
        if case .problem(.dnsNotFound, _) = siblingDelivery { return [] }
        guard delivery.isKnown, siblingDelivery.isKnown, delivery.isFile || siblingDelivery.isFile,
            !delivery.isSame(as: siblingDelivery)
        else { return [] }
        let name = Wording.name(of: domain.target)
        let siblingName = Wording.name(of: sibling.target)
        var text: String
        if let difference = delivery.difference(from: siblingDelivery) {
            let sentence = difference.sentence(first: "the file of \(name)", second: "the file of \(siblingName)")
            text = "\(siblingName) serves another file than \(name): \(sentence)."
        } else {
            text =
                "\(siblingName) and \(name) do not serve the same file: "
                + "\(siblingDelivery.described) at \(siblingName); \(delivery.described) at \(name)."
        }
        if let to = sibling.observation.wellKnown.exchange.flatMap(Redirect.init)?.hop.to {
            text += " \(siblingName) redirects to \(Wording.excerpt(to))."
        }
        let evidence = sibling.deliveryEvidence(after: ["sibling": .string(sibling.target.host)])
        return [Finding(.siblingDiffers, location: .domain, message: text, evidence: evidence)]
    }
}
