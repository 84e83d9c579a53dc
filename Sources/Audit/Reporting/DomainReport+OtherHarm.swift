public import Findings

extension DomainReport {
    /// Returns the harm of `finding` besides universal links: to visitors in a browser, passwords and passkeys, App Clips.
    ///
    /// - Returns: One or two sentences; `nil` where no other harm is known, and for findings that are accepted or no errors.
    public func otherHarm(of finding: Finding) -> String? {
        guard finding.severity == .error, finding.waived == nil else { return nil }
        let parts = [Self.harmToVisitors(finding.code), harmToServices(finding)].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private static func harmToVisitors(_ code: FindingCode) -> String? {
        switch code {
        case .tlsCertificateExpired, .tlsCertificateNotYetValid, .tlsCertificateNameMismatch,
            .tlsCertificateSelfSigned, .tlsCertificateUntrusted:
            "Visitors see a security warning in the browser instead of the site."
        case .tlsCertificateRevoked: "Browsers that check revocation refuse the site."
        case .tlsChainIncomplete: "Some browsers and many other programs refuse the site."
        case .tlsProtocolUnsupported, .tlsHandshakeFailed: "Current browsers probably cannot open the site."
        case .dnsFailure, .connectTimeout, .connectFailed:
            "If this affects all clients, visitors cannot open the site in a browser."
        default: nil
        }
    }

    private func harmToServices(_ finding: Finding) -> String? {
        if let service = Self.service(of: finding) { return Self.harm(to: service) }
        let isLost = verdicts.contains {
            $0.system == .iOS14 && $0.works == false && $0.because.contains(finding.code)
        }
        switch Catalogue[finding.code].family {
        case .tls, .http:
            guard file == nil, isLost else { return nil }
        case .file:
            // A file that can be read may still serve what the finding does not name.
            guard file == nil, isLost, Self.wholeFile.contains(finding.code) else { return nil }
        case .reachingTheServer, .expectations, .appleCDN, .entitlements: return nil
        }
        return "Password AutoFill, passkeys and App Clips of this domain read the same file, so they fail too."
    }

    /// Errors because of which nothing in a file is read.
    private static let wholeFile: Set<FindingCode> = [
        .jsonInvalid, .jsonNotObject, .jsonTooDeep, .encodingNotUTF8, .serviceNone,
    ]

    /// The service that a finding is about, by its evidence or its place in the file.
    private static func service(of finding: Finding) -> String? {
        if case .string(let service)? = finding.evidence["service"] { return service }
        return finding.pointer?.split(separator: "/").first.map(String.init)
    }

    private static func harm(to service: String) -> String? {
        switch service {
        case "webcredentials": "Password AutoFill and passkeys do not work with the app."
        case "appclips": "Links to this domain do not open the App Clip."
        default: nil
        }
    }
}
