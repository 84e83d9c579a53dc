import AppSiteAssociation
import Findings

/// The file that is compared with expectations; exists only if systems can read it.
struct ExpectedFile {
    let expectations: Expectations
    let file: AssociationFile
    let apps: [AssociatedApp]
    let location: FindingLocation
    private let findings: [Finding]

    init?(_ domain: JudgedDomain) {
        let effectiveLocation = domain.effectiveLocation
        guard let expectations = domain.target.expectations, !expectations.isEmpty,
            let content = effectiveLocation.usableContent, let file = content.file, file.isObject
        else { return nil }
        // If the file has no readable service, `service-none` already explains everything that is missing.
        guard !content.findings.contains(where: { $0.code == .serviceNone }) else { return nil }
        self.expectations = expectations
        self.file = file
        apps = content.judgedFile?.associatedApps ?? []
        location = effectiveLocation.location
        findings = content.findings
    }

    /// The expected apps that the file does not list for their service, unless another finding explains why.
    var missingApps: [(app: Expectations.App, servicesOfApp: [AssociationService])] {
        expectations.apps.compactMap { app in
            let services = apps.first { $0.identifier == app.appID }?.services ?? []
            guard !services.contains(app.service), !isBroken(app.service) else { return nil }
            return (app, services)
        }
    }

    /// Whether the file's `service` cannot be read, which is reported separately.
    func isBroken(_ service: AssociationService) -> Bool {
        findings.contains { finding in
            [.serviceMalformed, .detailsMalformed].contains(finding.code) && finding.severity == .error
                && finding.pointer?.utf8.starts(with: "/\(service.rawValue)".utf8) == true
        }
    }
}

/// A check for expected apps that are not associated: `expected-app-missing`.
struct ExpectedAppCheck: DomainCheck {
    private static let maxNames = 20

    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let expected = ExpectedFile(domain) else { return [] }
        return expected.missingApps.map { app, services in
            let appsOfService = expected.apps.filter { $0.services.contains(app.service) }.map(\.identifier)
            let similar = Self.similar(to: app.appID, among: expected.apps.map(\.identifier))
            return Finding(
                .expectedAppMissing, location: expected.location,
                message: Self.message(app, services: services, appsOfService: appsOfService, similar: similar),
                impact: Self.impact(app),
                remedy: """
                    Ask the app's developers to confirm the identifier, and the file's maintainers to add it to \
                    \(app.service.rawValue).
                    """,
                evidence: [
                    "appID": .string(app.appID.text), "service": .string(app.service.rawValue),
                    "namedFor": .strings(services.map(\.rawValue)), "similar": similar.map { .string($0.app.text) },
                    "appsOfService": .strings(appsOfService.prefix(Self.maxNames).map(\.text)),
                ])
        }
    }

    private static func message(
        _ app: Expectations.App, services: [AssociationService], appsOfService: [AppIdentifier],
        similar: (app: AppIdentifier, difference: String)?
    ) -> String {
        let service = app.service.rawValue + (app.service == .applinks ? " (universal links)" : "")
        let expectation = "\(Wording.quote(app.appID.text)) is expected for \(service), but the file"
        let names = Wording.list(appsOfService.map { Wording.quote($0.text) }, limit: 3)
        let rest = "For \(app.service.rawValue), it lists \(appsOfService.isEmpty ? "no app" : names)."
        if !services.isEmpty {
            return "\(expectation) lists it only for \(Wording.list(services.map(\.rawValue))). \(rest)"
        }
        if let similar {
            return "\(expectation) does not list it. It lists \(Wording.quote(similar.app.text)), "
                + "which differs \(similar.difference)."
        }
        if appsOfService.isEmpty { return "\(expectation) does not list it. \(rest)" }
        return "\(expectation) lists \(names) instead."
    }

    private static func impact(_ app: Expectations.App) -> String? {
        let name = Wording.quote(app.appID.bundleIdentifier ?? app.appID.text)
        return switch app.service {
        case .applinks: "Links to this domain do not open \(name) on any Apple system."
        case .webcredentials: "Password AutoFill and passkeys of this domain do not work in \(name)."
        case .appclips: "Links to this domain do not open the App Clip of \(name)."
        default: nil
        }
    }

    private static func similar(
        to app: AppIdentifier, among known: [AppIdentifier]
    ) -> (app: AppIdentifier, difference: String)? {
        guard !known.contains(app) else { return nil }
        let lowercased = app.text.lowercased()
        if let other = known.first(where: { $0.text.lowercased() == lowercased }) {
            return (other, "in upper and lower case only")
        }
        guard let bundle = app.bundleIdentifier, let other = known.first(where: { $0.bundleIdentifier == bundle })
        else { return nil }
        return (
            other,
            "only before the first dot. That part is usually the Team ID; older apps can have another prefix"
        )
    }
}
