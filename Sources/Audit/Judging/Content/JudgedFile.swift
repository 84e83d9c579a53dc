import AppSiteAssociation
import Findings
import Synchronization

/// A judged file, with all results that depend only on its bytes.
///
/// Equal files share one object, because the domains of a company often serve the same file.
final class JudgedFile: Sendable {
    let file: AssociationFile?
    let findings: [Finding]
    let services: [String]
    let apps: [FileReport.App]
    private let rules: ContentRules?
    /// The known rulings on the whole file (`nil`) and on apps.
    private let knownRulings = Mutex<[AppIdentifier?: [AppleSystem: Ruling]]>([:])

    init(_ judgement: FileJudgement) {
        let file = judgement.file
        self.file = file
        findings = judgement.findings
        services = file?.services.map(\.rawValue) ?? []
        apps = (file?.apps ?? []).map {
            .init(appID: $0.identifier.text, services: $0.services.map(\.rawValue), rules: $0.rules)
        }
        rules = ContentRules(judgement)
    }

    /// Whether the file is UTF-8, as systems require (RFC 8259, section 8.1); Foundation also converts wide encodings.
    var isReadable: Bool { file?.document.encoding.isUTF8 ?? false }

    var ruleCount: Int {
        file?.appLinks?.details.reduce(0) { $0 + ($1.componentRules?.count ?? 0) + ($1.pathRules?.count ?? 0) } ?? 0
    }

    /// Returns the ruling on the content, or on links to `app`, for `system`; unknown if it could not be read.
    func ruling(_ system: AppleSystem, of app: AppIdentifier? = nil) -> Ruling {
        if let known = knownRulings.withLock({ $0[app]?[system] }) { return known }
        guard let rules else { return Ruling(.unknown) }
        // Another thread may compute the same ruling meanwhile.
        let ruling = rules.ruling(system, of: app)
        // Rulings for apps that are not in the file are not cached, because each domain can expect different apps.
        if let app, !rules.possibleApps.contains(app) { return ruling }
        knownRulings.withLock { $0[app, default: [:]][system] = ruling }
        return ruling
    }
}
