import Findings

/// What a cause of failure, or a fact beside the file, means for each generation of systems.
///
/// The rows follow the matrix in section 7 of the rules; what is behind a failed handshake was not looked at, so that
/// nothing is known of developer mode there, although that mode does not check the certificate.
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
            // Row 18: who is at home may pass; Apple's CDN is a foreigner as this program is.
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
        // Devices can sometimes repair a chain, fetchers usually cannot (F15).
        .tlsChainIncomplete: DeliveryRow(nil, nil, false, nil),
        .tlsClientCertificateRequired: .never,
        // How Apple's fetchers take what is not proper HTTP is not known.
        .httpUnauthorized: .never, .httpForbidden: .never, .httpStatusUnexpected: .never, .httpMalformed: .unknown,
        // Row 19: devices try again by themselves.
        .httpServerError: DeliveryRow(nil, nil, false, nil),
        .redirectLoop: .never,
        .fileEmpty: .never, .htmlInsteadOfFile: .never, .fileOversized: .never, .bodyTruncated: .never,
        .contentEncodingBroken: .never,
        .jsonInvalid: .never, .jsonNotObject: .never, .jsonTooDeep: .never, .encodingNotUTF8: .never,
        .signatureInvalid: .never,
    ]

    /// Rows 20 and 21.
    private static let certificate = DeliveryRow(false, false, false, nil)

    /// What facts beside a usable file mean, where they mean anything.
    static let facts: [FindingCode: DeliveryRow] = [
        // Row 11.
        .contentTypeMissing: DeliveryRow(nil, nil, true, true), .contentTypeGeneric: DeliveryRow(nil, nil, true, true),
        // Row 12; of other wrong types nothing has been measured either.
        .contentTypeWrong: DeliveryRow(nil, nil, nil, true),
        // Row 26.
        .encodingBOM: DeliveryRow(nil, nil, nil, true),
        // Row 24; to whom the signature is of importance is not known (G9).
        .signatureObsolete: DeliveryRow(true, true, nil, true),
        .signatureUntrusted: .unknown, .signatureExpired: .unknown,
        // Row 22.
        .addressNotPublic: DeliveryRow(true, true, false, true),
        // Whether any system asks for revocation is not known (F16); developer mode checks no certificate.
        .tlsCertificateRevoked: DeliveryRow(nil, nil, nil, true),
    ]
}
