import AppSiteAssociation
import Findings

/// The file that is compared with expectations.
///
/// Exists only if systems can read the served file; otherwise, only the root cause is reported.
struct ExpectedFile {
    let expectations: Expectations
    let file: AssociationFile
    let location: FindingLocation
    private let findings: [Finding]

    init?(_ domain: JudgedDomain) {
        let inEffect = domain.inEffect
        guard let expectations = domain.target.expectations, !expectations.isEmpty, inEffect.isUsable,
            let content = inEffect.judged?.content, let file = content.file, file.isObject
        else { return nil }
        // If the file has no readable service, that already explains everything that is missing.
        guard !content.findings.contains(where: { $0.code == .serviceNone }) else { return nil }
        self.expectations = expectations
        self.file = file
        location = inEffect.location
        findings = content.findings
    }

    /// The expected apps that the file does not list for their service, unless another finding explains why.
    var missingApps: [(app: Expectations.App, servicesOfApp: [AssociationService])] {
        let apps = file.apps
        return expectations.apps.compactMap { app in
            let services = apps.first { $0.identifier == app.appID }?.services ?? []
            guard !services.contains(app.service), !isBroken(app.service) else { return nil }
            return (app, services)
        }
    }

    /// Returns whether the file's `service` cannot be read, which is reported separately.
    func isBroken(_ service: AssociationService) -> Bool {
        findings.contains { finding in
            [.serviceMalformed, .detailsMalformed].contains(finding.code) && finding.severity == .error
                && finding.pointer?.utf8.starts(with: "/\(service.rawValue)".utf8) == true
        }
    }
}
