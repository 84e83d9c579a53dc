/// Compares what two association files mean, not how they are written.
///
/// White space, the order of keys, comments, unknown keys and other ways to write the same rules are no difference. Rules are
/// compared by the links that they open, app by app, when the first rule that matches decides.
public enum AssociationMeaning {
    /// The result of comparing two files.
    public enum Comparison: Hashable, Sendable {
        /// Both mean the same.
        case same
        /// They do not; the first difference that was found.
        case different(Difference)
        /// It was not decided within the bound on the work, or not known what a rule means.
        case unknown
    }

    /// A difference between two files.
    public enum Difference: Hashable, Sendable {
        /// Only one of them has the service.
        case service(AssociationService, onlyInFirst: Bool)
        /// Only one of them names the app for the service.
        case app(AppIdentifier, service: AssociationService, onlyInFirst: Bool)
        /// A link opens the app by one of them only; the example is the link from its path on.
        case link(String, app: AppIdentifier, opensInFirst: Bool)
        /// As ``link(_:app:opensInFirst:)``, but only on iOS 12 and earlier, which read `paths` beside `components`.
        case linkOnOldSystems(String, app: AppIdentifier, opensInFirst: Bool)
        /// A link that opens either of two apps prefers the one in the first file, the other in the second.
        case preference(String, inFirst: AppIdentifier, inSecond: AppIdentifier)
    }

    /// The work that one comparison may cost, in steps.
    private static let steps = 10_000_000

    /// Compares two files.
    /// - Parameters:
    ///   - first: one file.
    ///   - second: the other.
    /// - Returns: That they mean the same, or the first difference, or that it is not known. A difference in links is only
    ///   claimed when the matcher agrees with it.
    public static func compare(_ first: AssociationFile, _ second: AssociationFile) -> Comparison {
        if let difference = differenceOfServices(first, second) { return .different(difference) }
        guard let firstLinks = first.appLinks, let secondLinks = second.appLinks else { return .same }
        var comparer = LinkComparer(
            first: AppRules(firstLinks), second: AppRules(secondLinks),
            matchers: (LinkMatcher(first), LinkMatcher(second)),
            budget: WorkBudget(steps: steps))
        return comparer.compare()
    }

    private static func differenceOfServices(_ first: AssociationFile, _ second: AssociationFile) -> Difference? {
        for service in AssociationService.allCases {
            let apps = [first, second].map { file -> [AppIdentifier]? in
                service == .applinks
                    ? file.appLinks.map { $0.details.flatMap { $0.apps.map(\.identifier) } }
                    : file.appList(service).map { $0.apps.map(\.identifier) }
            }
            // A service without apps is as good as none.
            let (own, other) = (apps[0] ?? [], apps[1] ?? [])
            if own.isEmpty != other.isEmpty { return .service(service, onlyInFirst: other.isEmpty) }
            let (ownSet, otherSet) = (Set(own), Set(other))
            if let app = own.first(where: { !otherSet.contains($0) }) {
                return .app(app, service: service, onlyInFirst: true)
            }
            if let app = other.first(where: { !ownSet.contains($0) }) {
                return .app(app, service: service, onlyInFirst: false)
            }
        }
        return nil
    }
}

extension AssociationMeaning.Difference: CustomStringConvertible {
    /// The difference as a sentence without a full stop; “the first” and “the second” are the files.
    public var description: String {
        let name = { (isFirst: Bool) in isFirst ? "the first" : "the second" }
        switch self {
        case .service(let service, let onlyInFirst): return "only \(name(onlyInFirst)) has apps for \(service.rawValue)"
        case .app(let app, let service, let onlyInFirst):
            return "only \(name(onlyInFirst)) names \(QuotedText.json(app.text)) for \(service.rawValue)"
        case .link(let link, let app, let opensInFirst):
            return "\(link) opens \(QuotedText.json(app.text)) by \(name(opensInFirst)) only"
        case .linkOnOldSystems(let link, let app, let opensInFirst):
            return "\(link) opens \(QuotedText.json(app.text)) by \(name(opensInFirst)) only, on iOS 12 and earlier"
        case .preference(let link, let inFirst, let inSecond):
            return
                "\(link) prefers \(QuotedText.json(inFirst.text)) by the first and \(QuotedText.json(inSecond.text)) by the second"
        }
    }
}
