/// The values in the evidence on which decisions depend.
extension Finding {
    /// The evidence key of a finding that another finding masks; its value is the code of that other finding.
    package static let maskingCodeKey = "behind"
    /// The evidence key of a finding about the certificate; its value contains the results of the unverified fetch.
    package static let unverifiedFetchKey = "behindCertificate"
    /// The evidence key of a finding about Apple's copy; its value is ``needsServerFix``.
    package static let serverFixKey = "needsServerFix"

    /// Whether another finding masks this one, and must be fixed first.
    public var isMasked: Bool { evidence[Self.maskingCodeKey] != nil }

    /// Whether the server must be fixed before Apple's CDN replaces its good copy.
    package var needsServerFix: Bool { evidence[Self.serverFixKey] == true }

    /// The app that is expected in the file, and the service for which it is expected.
    package var expectedApp: (appID: String, service: String)? {
        guard let appID = evidence["appID"]?.string, let service = evidence["service"]?.string else { return nil }
        return (appID, service)
    }

    /// The URL that is expected to open the app, or not to open it.
    package var expectedURL: String? { evidence["url"]?.string }

    /// The SHA-256 of the certificate that the finding is about.
    package var certificateFingerprint: String? {
        guard case .object(let certificate)? = evidence["certificate"] else { return nil }
        return certificate["sha256"]?.string
    }

    /// Whether the file was received at the destination of the redirects.
    package var leadsToFile: Bool { evidence["leadsToFile"] == true }

    /// The problem at the destination of the redirects.
    package var finalProblem: FindingCode? { evidence["finalProblem"]?.string.flatMap(FindingCode.init(rawValue:)) }
}
