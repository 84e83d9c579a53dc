import Findings

/// The outcomes of a finding by generation of systems; the outcome for any other generation is unknown.
typealias OutcomesBySystem = [AppleSystem: Verdict.Outcome]

/// The effects of findings about the delivery of the file, as in the article “Which system reads what” of
/// `AppSiteAssociation`.
///
/// Developer mode does not check the certificate, so its outcome after a failed handshake is unknown without an
/// unverified fetch.
enum DeliveryRules {
    /// Returns the ruling for a response that is not a usable file because of `cause`, other than a redirect.
    static func ruling(of cause: Cause, _ content: ContentJudgement?, on system: AppleSystem) -> Ruling {
        if cause.outcome == .missing { return Ruling(.doesNotWork) }
        if let finding = cause.finding { return ruling(outcomes(of: finding), finding.code, system) }
        let errors = content?.findings.filter { $0.severity == .error } ?? []
        guard !errors.isEmpty else { return Ruling(.unknown) }
        return errors.reduce(Ruling(.works)) { ruling, error in
            // Foundation reads UTF-16 and UTF-32, but the CDN perhaps does not; other encodings fail like broken text.
            // Documented as json.utf-8
            let isUTF16OrUTF32 = error.code == .encodingNotUTF8 && Bytes.areUTF16OrUTF32(content?.bytes ?? [])
            return ruling.and(Self.ruling(isUTF16OrUTF32 ? unknown : outcomes(of: error), error.code, system))
        }
    }

    private static func ruling(_ outcomes: OutcomesBySystem, _ code: FindingCode, _ system: AppleSystem) -> Ruling {
        Ruling(outcomes[system, default: .unknown], because: [code])
    }

    /// Returns the ruling on a usable file that follows from one of its findings; `nil` if the finding has no effect.
    static func ruling(withUsableFile code: FindingCode, on system: AppleSystem) -> Ruling? {
        outcomesWithUsableFile[code].map { ruling($0, code, system) }
    }

    private static func outcomes(of cause: Finding) -> OutcomesBySystem {
        switch cause.code {
        case .httpForbidden where cause.evidence["firewall"] != nil:
            // The server may allow devices in its own country or network, but Apple's CDN sends requests from outside.
            // Documented as transport.reachable-from-everywhere
            onlyCDNIsKnownToFail
        case .tlsHandshakeFailed where cause.evidence["plaintext"] == true: never
        // Systems may ignore an undefined coding, and read the file unchanged.
        case .contentEncodingBroken
        where cause.evidence["unknownCoding"] == true || cause.evidence["severalCodings"] == true: unknown
        // It is unknown whether systems check the signature; size limits for envelopes are those of this program.
        case .signatureInvalid where !unreadableEnvelopes.contains(cause.evidence["reason"]): unknown
        default: outcomesWithoutUsableFile[cause.code] ?? unknown
        }
    }

    private static let unreadableEnvelopes: [EvidenceValue?] = ["form", "malformed", "otherContent", "detached"]

    private static let unknown: OutcomesBySystem = [:]
    private static let never: OutcomesBySystem = Dictionary(
        uniqueKeysWithValues: AppleSystem.allCases.map { ($0, .doesNotWork) })

    /// The outcomes of findings that make a file unusable.
    static let outcomesWithoutUsableFile: [FindingCode: OutcomesBySystem] = [
        .dnsNotFound: never,
        .tlsCertificateExpired: onlyDeveloperModeMayWork, .tlsCertificateNotYetValid: onlyDeveloperModeMayWork,
        .tlsCertificateNameMismatch: onlyDeveloperModeMayWork, .tlsCertificateSelfSigned: onlyDeveloperModeMayWork,
        .tlsCertificateUntrusted: onlyDeveloperModeMayWork,
        // Devices can sometimes find a missing certificate; Apple's fetchers usually cannot.
        // Documented as transport.chain-complete
        .tlsChainIncomplete: onlyCDNIsKnownToFail,
        // Documented as transport.no-credentials
        .tlsClientCertificateRequired: never,
        // How Apple's fetchers handle malformed HTTP is unknown.
        .httpUnauthorized: never, .httpForbidden: never, .httpStatusUnexpected: never, .httpMalformed: unknown,
        // Devices retry automatically, and Apple's CDN may have an earlier copy.
        // Documented as transport.status-server-error
        .httpServerError: unknown,
        .redirectLoop: never,
        .fileEmpty: never, .htmlInsteadOfFile: never, .fileOversized: never, .bodyTruncated: never,
        .contentEncodingBroken: never,
        .jsonInvalid: never, .jsonNotObject: never, .jsonTooDeep: never,
        // It is unknown how Apple's CDN handles other encodings.
        .encodingNotUTF8: [.iOS9To12: .doesNotWork, .iOS13: .doesNotWork, .iOS14DeveloperMode: .doesNotWork],
        .signatureInvalid: never,
    ]

    private static let onlyCDNIsKnownToFail: OutcomesBySystem = [.iOS14: .observedToFail]

    /// For an invalid or untrusted certificate. Documented as transport.certificate-valid, fetch.developer-mode
    private static let onlyDeveloperModeMayWork: OutcomesBySystem = [
        .iOS9To12: .doesNotWork, .iOS13: .doesNotWork, .iOS14: .doesNotWork,
    ]

    /// The outcomes of findings about a usable file; findings that are not contained have no effect.
    static let outcomesWithUsableFile: [FindingCode: OutcomesBySystem] = [
        // Documented as body.media-type, body.media-type-json
        .contentTypeMissing: [.iOS14: .observedToWork, .iOS14DeveloperMode: .observedToWork],
        .contentTypeGeneric: [.iOS14: .observedToWork, .iOS14DeveloperMode: .observedToWork],
        // There are no measurements for wrong types other than text/html. Documented as body.media-type-html
        .contentTypeWrong: [.iOS14DeveloperMode: .observedToWork],
        // Documented as json.byte-order-mark
        .encodingBOM: [.iOS14DeveloperMode: .observedToWork],
        // It is unknown which systems check the signature. Documented as signed.deprecated, signed.today
        .signatureObsolete: [
            .iOS9To12: .works, .iOS13: .observedToWork, .iOS14DeveloperMode: .observedToWork,
        ],
        .signatureUntrusted: unknown, .signatureExpired: unknown,
        // Documented as cdn.private-addresses, transport.reachable-from-everywhere
        .addressNotPublic: [
            .iOS9To12: .works, .iOS13: .works, .iOS14: .observedToFail, .iOS14DeveloperMode: .works,
        ],
        // It is unknown whether any system checks revocation; developer mode checks no certificate.
        // Documented as transport.tls-versions, fetch.developer-mode
        .tlsCertificateRevoked: [.iOS14DeveloperMode: .works],
    ]
}
