import AppSiteAssociation
import Findings

/// The file that is held against what is expected of it.
///
/// There is one only where a file was served that systems can read: of everything else the root cause is reported, and
/// what follows from it is not.
struct ExpectedFile {
    /// The limit of the number of links that one domain reports; the last one says how many more there are.
    static let maxLinks = 50

    let expectations: Expectations
    let file: AssociationFile
    /// The location from which it was read.
    let location: FindingLocation
    private let findings: [Finding]

    init?(_ domain: JudgedDomain) {
        let place = domain.inEffect
        guard let expectations = domain.target.expectations, !expectations.isEmpty, place.isUsable,
            let content = place.judged?.content, let file = content.file, file.isObject
        else { return nil }
        // A file without any service, or with one that cannot be read, explains everything that is missing in it.
        guard !content.findings.contains(where: { $0.code == .serviceNone }) else { return nil }
        self.expectations = expectations
        self.file = file
        location = place.location
        findings = content.findings
    }

    /// The expected apps that the file does not name for their service, and no other finding explains.
    var missingApps: [(app: Expectations.App, servicesOfApp: [String])] {
        let known = file.apps
        return expectations.apps.compactMap { app in
            let services = known.first { $0.identifier == AppIdentifier(app.appID) }?.services.map(\.rawValue) ?? []
            return services.contains(app.service) || isBroken(app.service) ? nil : (app, services)
        }
    }

    /// Whether the file's `service` cannot be read, which a finding of its own says.
    func isBroken(_ service: String) -> Bool {
        findings.contains { finding in
            [.serviceMalformed, .detailsMalformed].contains(finding.code) && finding.severity == .error
                && finding.pointer?.utf8.starts(with: "/\(service)".utf8) == true
        }
    }
}
