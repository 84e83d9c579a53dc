import AppSiteAssociation
import Findings

/// Describes a difference between two files, in words and as evidence, with names that the reader knows.
struct DifferenceWords {
    let first: String
    let second: String

    /// Returns the difference as a sentence without a full stop.
    func text(_ difference: AssociationMeaning.Difference) -> String {
        func name(_ isFirst: Bool) -> String { isFirst ? first : second }
        return switch difference {
        case .service(let service, let onlyInFirst): "only \(name(onlyInFirst)) has apps for \(service.rawValue)"
        case .app(let app, let service, let onlyInFirst):
            "only \(name(onlyInFirst)) names \(Wording.quote(app.text)) for \(service.rawValue)"
        case .link(let link, let app, let opensInFirst):
            "\(Wording.quote(link)) opens \(Wording.quote(app.text)) only according to \(name(opensInFirst))"
        case .linkOnOldSystems(let link, let app, let opensInFirst):
            "on iOS 12 and earlier \(Wording.quote(link)) opens \(Wording.quote(app.text)) only according to "
                + "\(name(opensInFirst))"
        case .preference(let link, let inFirst, let inSecond):
            "\(Wording.quote(link)) opens \(Wording.quote(inFirst.text)) according to \(first), but "
                + "\(Wording.quote(inSecond.text)) according to \(second)"
        }
    }

    /// Returns the difference as evidence, in which `places` are the names of the files.
    func evidence(_ difference: AssociationMeaning.Difference, places: (first: String, second: String)) -> Evidence {
        func only(_ isFirst: Bool) -> EvidenceValue { .string(isFirst ? places.first : places.second) }
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
                "difference": "preference", "example": .string(link),
                "\(places.first)AppID": .string(inFirst.text), "\(places.second)AppID": .string(inSecond.text),
            ]
        }
    }
}
