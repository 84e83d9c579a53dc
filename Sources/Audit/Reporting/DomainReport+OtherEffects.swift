public import Findings

extension DomainReport {
    /// Describes the effects of `finding` on anything but universal links: browsers, passwords, passkeys, App Clips.
    ///
    /// - Returns: One or two sentences, even if there are no such effects or they are unknown; `nil` for findings that
    ///   are accepted or are not errors.
    public func otherEffects(of finding: Finding) -> String? {
        guard finding.isUnwaivedError else { return nil }
        let parts = [Self.effectOnVisitors(finding.code), effectOnServices(finding)].compactMap(\.self)
        guard parts.isEmpty else { return parts.joined(separator: " ") }
        return isAboutLinksOnly(finding)
            ? "None."
            : "Password AutoFill, passkeys and App Clips for this domain use the same file; whether they are affected "
                + "is not known."
    }

    /// Whether `finding` only concerns links, because it is about the content of a readable file.
    private func isAboutLinksOnly(_ finding: Finding) -> Bool {
        switch Catalogue[finding.code].family {
        case .file, .expectations, .entitlements: file != nil && !Self.wholeFileCodes.contains(finding.code)
        case .reachingTheServer, .tls, .http, .appleCDN: false
        }
    }

    private static func effectOnVisitors(_ code: FindingCode) -> String? {
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

    private func effectOnServices(_ finding: Finding) -> String? {
        if let service = finding.evidence["service"]?.string {
            // The impact of a finding about a whole service already describes the effects on it.
            return finding.evidence["difference"] == nil ? nil : Self.effectsByService[service]
        }
        if let service = finding.pointer?.split(separator: "/").first { return Self.effectsByService[String(service)] }
        let preventsFile =
            switch Catalogue[finding.code].family {
            case .reachingTheServer, .tls, .http: true
            case .file: Self.wholeFileCodes.contains(finding.code)
            case .expectations, .appleCDN, .entitlements: false
            }
        let breaksLinks = verdicts.contains {
            $0.system == .iOS14 && $0.works == false && $0.because.contains(finding.code)
        }
        // If a file can be read nevertheless, other services may still work.
        guard preventsFile, breaksLinks, file == nil else { return nil }
        return "Password AutoFill, passkeys and App Clips for this domain use the same file, so they fail too."
    }

    private static let wholeFileCodes: Set<FindingCode> = [
        .jsonInvalid, .jsonNotObject, .jsonTooDeep, .encodingNotUTF8, .serviceNone,
    ]

    /// The effects of a finding about a part of a service's section, by service.
    private static let effectsByService = [
        "webcredentials": "Password AutoFill and passkeys do not work with the app.",
        "appclips": "Links to this domain do not open the App Clip.",
    ]
}
