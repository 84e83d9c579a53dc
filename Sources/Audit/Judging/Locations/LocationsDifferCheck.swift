import AppSiteAssociation
import Findings

/// Two usable files that mean different things: `locations-differ`.
///
/// Rule: location.well-known-wins
struct LocationsDifferCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard domain.wellKnown.isUsable, domain.root.isUsable,
            let wellKnown = domain.wellKnown.judged?.content, let root = domain.root.judged?.content,
            wellKnown.bytes != root.bytes, let first = wellKnown.file, let second = root.file,
            first.document != second.document,
            // What could not be decided is no alarm.
            case .different(let difference) = AssociationMeaning.compare(first, second)
        else { return [] }
        return [
            Finding(
                .locationsDiffer, location: .root,
                message: "The files at the two locations differ: \(Self.words(difference)). "
                    + "Current systems read \(Wording.excerpt(domain.wellKnown.observation.url)).",
                evidence: Self.evidence(of: difference))
        ]
    }

    private static func place(_ isFirst: Bool) -> String { isFirst ? "the well-known file" : "the file at root" }

    private static func words(_ difference: AssociationMeaning.Difference) -> String {
        switch difference {
        case .service(let service, let onlyInFirst): "only \(place(onlyInFirst)) has apps for \(service.rawValue)"
        case .app(let app, let service, let onlyInFirst):
            "only \(place(onlyInFirst)) names \(Wording.quote(app.text)) for \(service.rawValue)"
        case .link(let link, let app, let opensInFirst):
            "\(Wording.quote(link)) opens \(Wording.quote(app.text)) by \(place(opensInFirst)) only"
        case .linkOnOldSystems(let link, let app, let opensInFirst):
            "on iOS 12 and earlier \(Wording.quote(link)) opens \(Wording.quote(app.text)) by \(place(opensInFirst)) only"
        case .preference(let link, let inFirst, let inSecond):
            "\(Wording.quote(link)) prefers \(Wording.quote(inFirst.text)) by \(place(true)) and "
                + "\(Wording.quote(inSecond.text)) by \(place(false))"
        }
    }

    private static func evidence(of difference: AssociationMeaning.Difference) -> Evidence {
        func only(_ isFirst: Bool) -> EvidenceValue {
            .string((isFirst ? FindingLocation.wellKnown : .root).rawValue)
        }
        return switch difference {
        case .service(let service, let onlyInFirst):
            ["difference": "service", "service": .string(service.rawValue), "onlyAt": only(onlyInFirst)]
        case .app(let app, let service, let onlyInFirst):
            [
                "difference": "app", "service": .string(service.rawValue), "appID": .string(app.text),
                "onlyAt": only(onlyInFirst),
            ]
        case .link(let link, let app, let opensInFirst):
            ["difference": "link", "example": .string(link), "appID": .string(app.text), "onlyAt": only(opensInFirst)]
        case .linkOnOldSystems(let link, let app, let opensInFirst):
            [
                "difference": "linkOnOldSystems", "example": .string(link), "appID": .string(app.text),
                "onlyAt": only(opensInFirst),
            ]
        case .preference(let link, let inFirst, let inSecond):
            [
                "difference": "preference", "example": .string(link), "wellKnownAppID": .string(inFirst.text),
                "rootAppID": .string(inSecond.text),
            ]
        }
    }
}
