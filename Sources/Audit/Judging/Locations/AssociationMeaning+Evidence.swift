import AppSiteAssociation
import Findings

extension AssociationMeaning.Difference {
    /// Returns the difference as evidence, in which `first` and `second` are the names of the files.
    func evidence(first: String, second: String) -> Evidence {
        func only(_ isFirst: Bool) -> EvidenceValue { .string(isFirst ? first : second) }
        func linkEvidence(_ kind: EvidenceValue, _ link: String, _ app: AppIdentifier, _ isFirst: Bool) -> Evidence {
            ["difference": kind, "example": .string(link), "appID": .string(app.text), "onlyAt": only(isFirst)]
        }
        return switch self {
        case .service(let service, let onlyInFirst):
            ["difference": "service", "service": .string(service.rawValue), "onlyAt": only(onlyInFirst)]
        case .app(let app, let service, let onlyInFirst):
            [
                "difference": "app", "service": .string(service.rawValue), "appID": .string(app.text),
                "onlyAt": only(onlyInFirst),
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
