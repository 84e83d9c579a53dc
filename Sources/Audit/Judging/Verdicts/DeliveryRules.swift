import Findings

/// The outcomes of a cause of failure, or of a fact about how the file is served, for each generation of systems.
///
/// The cells are those of the article “Which system reads what” of `AppSiteAssociation`. Developer mode does not check
/// the certificate, so its outcome after a failed handshake is unknown without an unverified fetch.
struct DeliveryRow: Sendable {
    var old: Verdict.Outcome
    var iOS13: Verdict.Outcome
    var cdn: Verdict.Outcome
    var direct: Verdict.Outcome

    init(
        _ old: Verdict.Outcome, _ iOS13: Verdict.Outcome, _ cdn: Verdict.Outcome, _ direct: Verdict.Outcome
    ) {
        self.old = old
        self.iOS13 = iOS13
        self.cdn = cdn
        self.direct = direct
    }

    static let never = DeliveryRow(.doesNotWork, .doesNotWork, .doesNotWork, .doesNotWork)
    static let unknown = DeliveryRow(.unknown, .unknown, .unknown, .unknown)

    /// Returns the cell of `system`.
    subscript(system: AppleSystem) -> Verdict.Outcome {
        switch system {
        case .iOS9To12: old
        case .iOS13: iOS13
        case .iOS14: cdn
        case .iOS14DeveloperMode: direct
        }
    }
}

/// The rows by code.
enum DeliveryRules {
    /// Returns the row of a location's root cause.
    static func row(of cause: Finding) -> DeliveryRow {
        switch cause.code {
        case .httpForbidden where cause.evidence["firewall"] != nil:
            // Devices in the server's own country or network may be allowed; Apple's CDN, like this program, requests
            // from outside. Rule: transport.reachable-from-everywhere
            DeliveryRow(.unknown, .unknown, .observedToFail, .unknown)
        case .tlsHandshakeFailed where cause.evidence["plaintext"] == true: .never
        // Systems may ignore an undefined coding, and read the file unchanged.
        case .contentEncodingBroken
        where cause.evidence["unknownCoding"] == true || cause.evidence["severalCodings"] == true: .unknown
        // Whether systems check the signature is unknown, and the limits are this program's own.
        case .signatureInvalid where !unreadableEnvelopes.contains(cause.evidence["reason"]): .unknown
        default: causes[cause.code] ?? .unknown
        }
    }

    /// The reasons why an envelope has no readable content.
    private static let unreadableEnvelopes: [EvidenceValue?] = ["form", "malformed", "otherContent", "detached"]

    static let causes: [FindingCode: DeliveryRow] = [
        .dnsNotFound: .never,
        .tlsCertificateExpired: certificate, .tlsCertificateNotYetValid: certificate,
        .tlsCertificateNameMismatch: certificate, .tlsCertificateSelfSigned: certificate,
        .tlsCertificateUntrusted: certificate,
        // Devices can sometimes find a missing certificate; Apple's fetchers usually cannot.
        // Rule: transport.chain-complete
        .tlsChainIncomplete: DeliveryRow(.unknown, .unknown, .observedToFail, .unknown),
        // Rule: transport.no-credentials
        .tlsClientCertificateRequired: .never,
        // How Apple's fetchers handle malformed HTTP is unknown.
        .httpUnauthorized: .never, .httpForbidden: .never, .httpStatusUnexpected: .never, .httpMalformed: .unknown,
        // Devices retry automatically, and Apple's CDN may have an earlier copy. Rule: transport.status-server-error
        .httpServerError: .unknown,
        .redirectLoop: .never,
        .fileEmpty: .never, .htmlInsteadOfFile: .never, .fileOversized: .never, .bodyTruncated: .never,
        .contentEncodingBroken: .never,
        .jsonInvalid: .never, .jsonNotObject: .never, .jsonTooDeep: .never,
        // How Apple's CDN handles it is unknown.
        .encodingNotUTF8: DeliveryRow(.doesNotWork, .doesNotWork, .unknown, .doesNotWork),
        .signatureInvalid: .never,
    ]

    /// A certificate that is not valid or not trusted. Rules: transport.certificate-valid, fetch.developer-mode
    private static let certificate = DeliveryRow(.doesNotWork, .doesNotWork, .doesNotWork, .unknown)

    /// The outcomes of facts about a usable file, if they have any.
    static let facts: [FindingCode: DeliveryRow] = [
        // Rules: body.media-type, body.media-type-json
        .contentTypeMissing: DeliveryRow(.unknown, .unknown, .observedToWork, .observedToWork),
        .contentTypeGeneric: DeliveryRow(.unknown, .unknown, .observedToWork, .observedToWork),
        // For wrong types other than text/html, there are no measurements either. Rule: body.media-type-html
        .contentTypeWrong: DeliveryRow(.unknown, .unknown, .unknown, .observedToWork),
        // Rule: json.byte-order-mark
        .encodingBOM: DeliveryRow(.unknown, .unknown, .unknown, .observedToWork),
        // It is unknown which systems check the signature. Rules: signed.deprecated, signed.today
        .signatureObsolete: DeliveryRow(.works, .observedToWork, .unknown, .observedToWork),
        .signatureUntrusted: .unknown, .signatureExpired: .unknown,
        // Rules: cdn.private-addresses, transport.reachable-from-everywhere
        .addressNotPublic: DeliveryRow(.works, .works, .observedToFail, .works),
        // It is unknown whether any system checks revocation; developer mode checks no certificate.
        // Rules: transport.tls-versions, fetch.developer-mode
        .tlsCertificateRevoked: DeliveryRow(.unknown, .unknown, .unknown, .works),
    ]
}
