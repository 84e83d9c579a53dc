import Basics

/// A comparison of the meaning of two association files, regardless of notation.
///
/// White space, the order of keys, comments, unknown keys and equivalent rules make no difference. Rules are compared
/// by the links that they open for each app, given that the first matching rule decides.
package enum AssociationMeaning {
    package enum Comparison: Hashable, Sendable {
        case same
        /// The files differ; the first difference is included.
        case different(Difference)
        /// The comparison was not completed within the work limit, or the meaning of a rule is unknown.
        case unknown
    }

    package enum Difference: Hashable, Sendable {
        /// A service for which only one of the files lists apps.
        case service(AssociationService, isInFirst: Bool)
        /// An app that only one of the files lists for the service.
        case app(AppIdentifier, service: AssociationService, isInFirst: Bool)
        /// A link, without a host, that opens the app according to only one of the files.
        case link(String, app: AppIdentifier, opensInFirst: Bool)
        /// Like ``link(_:app:opensInFirst:)``, for iOS 12 and earlier, which read `paths` even next to `components`.
        case linkOnOldSystems(String, app: AppIdentifier, opensInFirst: Bool)
        /// A link for which the files prefer different apps.
        case preference(String, inFirst: AppIdentifier, inSecond: AppIdentifier)
    }

    private static let maxSteps = 10_000_000

    /// Compares the meaning of two files; a difference in links is only reported if the matcher confirms it.
    package static func compare(_ first: AssociationFile, _ second: AssociationFile) -> Comparison {
        if let difference = differenceOfServicesOrApps(first, second) { return .different(difference) }
        // If only one file has universal links, its apps are such a difference.
        guard let firstLinks = first.appLinks, let secondLinks = second.appLinks else { return .same }
        var budget = WorkBudget(steps: maxSteps)
        return compareLinks(
            AppRules(firstLinks), AppRules(secondLinks), matchers: (LinkMatcher(first), LinkMatcher(second)),
            budget: &budget)
    }

    private static func differenceOfServicesOrApps(_ first: AssociationFile, _ second: AssociationFile) -> Difference? {
        switch AssociationChange.changesOfApps(first, second).first {
        case .serviceRemoved(let service)?: .service(service, isInFirst: true)
        case .serviceAdded(let service)?: .service(service, isInFirst: false)
        case .appRemoved(let app, let service)?: .app(app, service: service, isInFirst: true)
        case .appAdded(let app, let service)?: .app(app, service: service, isInFirst: false)
        default: nil
        }
    }
}

extension AssociationMeaning.Difference {
    /// Returns the difference as a sentence without a full stop, with the names of the files.
    package func sentence(first: String, second: String) -> String {
        func name(_ isFirst: Bool) -> String { isFirst ? first : second }
        func quote(_ text: String) -> String { VisibleText.quote(text, limit: 200) }
        switch self {
        case .service(let service, let isInFirst):
            return "only \(name(isInFirst)) lists apps under \(service.rawValue)"
        case .app(let app, let service, let isInFirst):
            return "only \(name(isInFirst)) lists \(quote(app.text)) under \(service.rawValue)"
        case .link(let link, let app, let opensInFirst):
            return "\(quote(link)) opens \(quote(app.text)) according to \(name(opensInFirst)), but not according to "
                + name(!opensInFirst)
        case .linkOnOldSystems(let link, let app, let opensInFirst):
            return "on iOS 12 and earlier, "
                + Self.link(link, app: app, opensInFirst: opensInFirst).sentence(first: first, second: second)
        case .preference(let link, let inFirst, let inSecond):
            return "\(quote(link)) opens \(quote(inFirst.text)) according to \(first), but "
                + "\(quote(inSecond.text)) according to \(second)"
        }
    }
}
