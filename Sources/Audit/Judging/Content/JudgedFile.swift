import AppSiteAssociation
import Findings
import Synchronization

/// A file that was judged, with everything that follows from its bytes alone.
///
/// One object for equal files: the domains of a company often serve the same one.
final class JudgedFile: Sendable {
    /// The association file; `nil` when the bytes could not be read as one at all.
    let file: AssociationFile?
    /// The findings for its owner, in the order of the file.
    let findings: [Finding]
    /// The services that it has, in order.
    let services: [String]
    /// The apps that it names, in order.
    let apps: [FileReport.App]
    /// The rulings of the content for each ``AppleSystem``, in their order; empty without a file.
    private let rulings: [Ruling]
    /// The same for apps that it names, of those that somebody asked for.
    private let rulingsOfApps = Mutex<[AppIdentifier: [Ruling]]>([:])
    private let rules: ContentRules?

    init(_ judgement: FileJudgement) {
        let file = judgement.file
        self.file = file
        findings = judgement.findings
        services = file?.services.map(\.rawValue) ?? []
        apps = (file?.apps ?? []).map {
            .init(appID: $0.identifier.text, services: $0.services.map(\.rawValue), rules: $0.rules)
        }
        let rules = ContentRules(judgement)
        self.rules = rules
        rulings = rules.map { rules in AppleSystem.allCases.map { rules.ruling($0) } } ?? []
    }

    /// The number of rules, in components and paths.
    var ruleCount: Int {
        file?.appLinks?.details.reduce(0) { $0 + ($1.componentRules?.count ?? 0) + ($1.pathRules?.count ?? 0) } ?? 0
    }

    /// Returns the ruling of the content for `system`, or for links to `app` there; unknown where it could not be read.
    func ruling(_ system: AppleSystem, of app: AppIdentifier? = nil) -> Ruling {
        let rulings = app.map { self.rulings(of: $0) } ?? rulings
        return zip(AppleSystem.allCases, rulings).first { $0.0 == system }?.1 ?? Ruling(.unknown)
    }

    private func rulings(of app: AppIdentifier) -> [Ruling] {
        if let known = rulingsOfApps.withLock({ $0[app] }) { return known }
        guard let rules else { return [] }
        // Others may come to the same meanwhile.
        let rulings = AppleSystem.allCases.map { rules.ruling($0, of: app) }
        // There is no end of those that it does not name, as each domain may expect others.
        if rules.possibleApps.contains(app) { rulingsOfApps.withLock { $0[app] = rulings } }
        return rulings
    }
}
