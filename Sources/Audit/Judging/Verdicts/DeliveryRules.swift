import Findings

/// What a cause of failure, or a fact beside the file, means for each generation of systems.
///
/// The cells are those of the article “Which system reads what” of `AppSiteAssociation`; what is behind a failed
/// handshake was not looked at, so that nothing is known of developer mode there, although that mode does not check the
/// certificate.
struct DeliveryRow: Sendable {
    var old: Bool?
    var iOS13: Bool?
    var cdn: Bool?
    var direct: Bool?

    init(_ old: Bool?, _ iOS13: Bool?, _ cdn: Bool?, _ direct: Bool?) {
        self.old = old
        self.iOS13 = iOS13
        self.cdn = cdn
        self.direct = direct
    }

    static let never = DeliveryRow(false, false, false, false)
    static let unknown = DeliveryRow(nil, nil, nil, nil)

    /// The cell of `system`.
    subscript(system: AppleSystem) -> Bool? {
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
    /// The row of a location's root cause.
    static func row(of cause: Finding) -> DeliveryRow {
        switch cause.code {
        case .httpForbidden where cause.evidence["firewall"] != nil:
            // Visitors from the server's own country or network may pass; Apple's CDN asks from outside, as this
            // program does. Rule: transport.reachable-from-everywhere
            DeliveryRow(nil, nil, false, nil)
        case .tlsHandshakeFailed where cause.evidence["plaintext"] == true: .never
        // What nobody has a name for may be passed over, and the file be read as it is.
        case .contentEncodingBroken where cause.evidence["unknownCoding"] == true: .unknown
        // Whether systems look at the signature at all is not known, and the limits are this program's own.
        case .signatureInvalid where !unreadableEnvelopes.contains(cause.evidence["reason"]): .unknown
        default: causes[cause.code] ?? .unknown
        }
    }

    /// The reasons for which no content can be found in an envelope.
    private static let unreadableEnvelopes: [EvidenceValue?] = ["form", "malformed", "otherContent", "detached"]

    private static let causes: [FindingCode: DeliveryRow] = [
        .dnsNotFound: .never,
        .tlsCertificateExpired: certificate, .tlsCertificateNotYetValid: certificate,
        .tlsCertificateNameMismatch: certificate, .tlsCertificateSelfSigned: certificate,
        .tlsCertificateUntrusted: certificate,
        // Devices can sometimes find a missing certificate, fetchers usually cannot. Rule: transport.chain-complete
        .tlsChainIncomplete: DeliveryRow(nil, nil, false, nil),
        // Rule: transport.no-credentials
        .tlsClientCertificateRequired: .never,
        // How Apple's fetchers take what is not proper HTTP is not known.
        .httpUnauthorized: .never, .httpForbidden: .never, .httpStatusUnexpected: .never, .httpMalformed: .unknown,
        // Devices try again by themselves. Rule: transport.status-server-error
        .httpServerError: DeliveryRow(nil, nil, false, nil),
        .redirectLoop: .never,
        .fileEmpty: .never, .htmlInsteadOfFile: .never, .fileOversized: .never, .bodyTruncated: .never,
        .contentEncodingBroken: .never,
        .jsonInvalid: .never, .jsonNotObject: .never, .jsonTooDeep: .never, .encodingNotUTF8: .never,
        .signatureInvalid: .never,
    ]

    /// A certificate that is not valid or not trusted. Rules: transport.certificate-valid, fetch.developer-mode
    private static let certificate = DeliveryRow(false, false, false, nil)

    /// What facts beside a usable file mean, where they mean anything.
    static let facts: [FindingCode: DeliveryRow] = [
        // Rules: body.media-type, body.media-type-json
        .contentTypeMissing: DeliveryRow(nil, nil, true, true), .contentTypeGeneric: DeliveryRow(nil, nil, true, true),
        // Of other wrong types than text/html nothing has been measured either. Rule: body.media-type-html
        .contentTypeWrong: DeliveryRow(nil, nil, nil, true),
        // Rule: json.byte-order-mark
        .encodingBOM: DeliveryRow(nil, nil, nil, true),
        // Which systems check the signature is not known. Rules: signed.deprecated, signed.today
        .signatureObsolete: DeliveryRow(true, true, nil, true),
        .signatureUntrusted: .unknown, .signatureExpired: .unknown,
        // Rules: cdn.private-addresses, transport.reachable-from-everywhere
        .addressNotPublic: DeliveryRow(true, true, false, true),
        // Whether any system asks for revocation is not known; developer mode checks no certificate.
        // Rules: transport.tls-versions, fetch.developer-mode
        .tlsCertificateRevoked: DeliveryRow(nil, nil, nil, true),
    ]
}
