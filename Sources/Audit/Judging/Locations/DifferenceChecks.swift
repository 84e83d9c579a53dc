import AppSiteAssociation
import Findings

/// A check for two usable files with different meanings: `locations-differ`. Documented as location.well-known-wins
struct LocationsDifferCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let wellKnown = domain.wellKnown.usableContent, let root = domain.root.usableContent,
            // Undecided differences are not reported.
            case .different(let difference) = wellKnown.compare(with: root)
        else { return [] }
        let sentence = difference.sentence(first: "the file in .well-known", second: "the file at the root")
        let url = Wording.excerpt(domain.wellKnown.observation.url)
        let message = "The files at the two locations differ: \(sentence). Current systems read \(url)."
        let evidence = difference.evidence(first: "wellKnown", second: "root")
        return [Finding(.locationsDiffer, location: .root, message: message, evidence: evidence)]
    }
}

/// Compares the file of a name with that of the same name with or without `www.`: `sibling-differs`.
/// Documented as domains.exact-host
struct SiblingCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let sibling = domain.sibling else { return [] }
        let delivery = domain.delivery
        let siblingDelivery = sibling.delivery
        // A name that does not exist cannot have links, and an unreachable name cannot be compared.
        if case .problem(.dnsNotFound, _) = siblingDelivery { return [] }
        guard delivery.isKnown, siblingDelivery.isKnown, delivery.isFile || siblingDelivery.isFile,
            !delivery.isSame(as: siblingDelivery)
        else { return [] }
        let name = Wording.name(of: domain.target)
        let siblingName = Wording.name(of: sibling.target)
        var message =
            "\(siblingName) and \(name) do not serve the same file: \(siblingDelivery.summary) at \(siblingName); "
            + "\(delivery.summary) at \(name)."
        if let difference = delivery.difference(from: siblingDelivery) {
            let sentence = difference.sentence(first: "the file of \(name)", second: "the file of \(siblingName)")
            message = "\(siblingName) serves a different file than \(name): \(sentence)."
        }
        if let to = sibling.observation.wellKnown.exchange.flatMap(Redirect.init)?.hop.to {
            message += " \(siblingName) redirects to \(Wording.excerpt(to))."
        }
        let evidence = sibling.effectiveLocation.deliveryEvidence(after: ["sibling": .string(sibling.target.host)])
        return [Finding(.siblingDiffers, location: .domain, message: message, evidence: evidence)]
    }
}

extension AssociationMeaning.Difference {
    /// Returns the difference as evidence, in which `first` and `second` are the names of the files.
    func evidence(first: String, second: String) -> Evidence {
        func fileName(_ isFirst: Bool) -> EvidenceValue { .string(isFirst ? first : second) }
        func linkEvidence(_ kind: EvidenceValue, _ link: String, _ app: AppIdentifier, _ isFirst: Bool) -> Evidence {
            ["difference": kind, "example": .string(link), "appID": .string(app.text), "onlyAt": fileName(isFirst)]
        }
        return switch self {
        case .service(let service, let isInFirst):
            ["difference": "service", "service": .string(service.rawValue), "onlyAt": fileName(isInFirst)]
        case .app(let app, let service, let isInFirst):
            [
                "difference": "app", "service": .string(service.rawValue), "appID": .string(app.text),
                "onlyAt": fileName(isInFirst),
            ]
        case .link(let text, let app, let opensInFirst): linkEvidence("link", text, app, opensInFirst)
        case .linkOnOldSystems(let text, let app, let opensInFirst):
            linkEvidence("linkOnOldSystems", text, app, opensInFirst)
        case .preference(let link, let inFirst, let inSecond):
            [
                "difference": "preference", "example": .string(link), "\(first)AppID": .string(inFirst.text),
                "\(second)AppID": .string(inSecond.text),
            ]
        }
    }
}
