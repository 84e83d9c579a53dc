import Findings

/// The outcomes of one problem, or of one fact about how the file is served, for each generation of systems.
///
/// The values are those of the article “Which system reads what” of `AppSiteAssociation`. Developer mode does not check
/// the certificate, so its outcome after a failed handshake is unknown without an unverified fetch.
struct DeliveryRow: Sendable {
    var old = Verdict.Outcome.unknown
    var iOS13 = Verdict.Outcome.unknown
    var cdn = Verdict.Outcome.unknown
    var direct = Verdict.Outcome.unknown

    static let never = DeliveryRow(old: .doesNotWork, iOS13: .doesNotWork, cdn: .doesNotWork, direct: .doesNotWork)
    static let unknown = DeliveryRow()

    subscript(system: AppleSystem) -> Verdict.Outcome {
        switch system {
        case .iOS9To12: old
        case .iOS13: iOS13
        case .iOS14: cdn
        case .iOS14DeveloperMode: direct
        }
    }
}

enum DeliveryRules {
    /// Returns the ruling for a response that is not a usable file because of `cause`, other than a redirect.
    static func ruling(of cause: Cause, _ content: ContentJudgement?, on system: AppleSystem) -> Ruling {
        if cause.outcome == .missing { return Ruling(.doesNotWork) }
        if let finding = cause.finding { return Ruling(row(of: finding)[system], because: [finding.code]) }
        let errors = content?.findings.filter { $0.severity == .error } ?? []
        var ruling = Ruling(errors.isEmpty ? .unknown : .works)
        for error in errors {
            // UTF-16 and UTF-32 are readable for Foundation, but perhaps not for the CDN; other encodings fail like any
            // broken text. Rule: json.utf-8
            let isDoubtful = error.code == .encodingNotUTF8 && Bytes.areWide(content?.bytes ?? [])
            let row = isDoubtful ? DeliveryRow.unknown : Self.row(of: error)
            ruling = ruling.and(Ruling(row[system], because: [error.code]))
        }
        return ruling
    }

    static func row(of cause: Finding) -> DeliveryRow {
        switch cause.code {
        case .httpForbidden where cause.evidence["firewall"] != nil:
            // Devices in the server's own country or network may be allowed; Apple's CDN, like this program, requests
            // from outside. Rule: transport.reachable-from-everywhere
            onlyCDNFails
        case .tlsHandshakeFailed where cause.evidence["plaintext"] == true: .never
        // Systems may ignore an undefined coding, and read the file unchanged.
        case .contentEncodingBroken
        where cause.evidence["unknownCoding"] == true || cause.evidence["severalCodings"] == true: .unknown
        // It is unknown whether systems check the signature, and other limits are this program's own.
        case .signatureInvalid where !unreadableEnvelopes.contains(cause.evidence["reason"]): .unknown
        default: causes[cause.code] ?? .unknown
        }
    }

    private static let unreadableEnvelopes: [EvidenceValue?] = ["form", "malformed", "otherContent", "detached"]

    static let causes: [FindingCode: DeliveryRow] = [
        .dnsNotFound: .never,
        .tlsCertificateExpired: certificate, .tlsCertificateNotYetValid: certificate,
        .tlsCertificateNameMismatch: certificate, .tlsCertificateSelfSigned: certificate,
        .tlsCertificateUntrusted: certificate,
        // Devices can sometimes find a missing certificate; Apple's fetchers usually cannot.
        // Rule: transport.chain-complete
        .tlsChainIncomplete: onlyCDNFails,
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
        // It is unknown how Apple's CDN handles such an encoding.
        .encodingNotUTF8: DeliveryRow(old: .doesNotWork, iOS13: .doesNotWork, direct: .doesNotWork),
        .signatureInvalid: .never,
    ]

    private static let onlyCDNFails = DeliveryRow(cdn: .observedToFail)

    /// A certificate that is not valid or not trusted. Rules: transport.certificate-valid, fetch.developer-mode
    private static let certificate = DeliveryRow(old: .doesNotWork, iOS13: .doesNotWork, cdn: .doesNotWork)

    /// The outcomes of facts about a usable file, if they have any.
    static let facts: [FindingCode: DeliveryRow] = [
        // Rules: body.media-type, body.media-type-json
        .contentTypeMissing: DeliveryRow(cdn: .observedToWork, direct: .observedToWork),
        .contentTypeGeneric: DeliveryRow(cdn: .observedToWork, direct: .observedToWork),
        // There are no measurements for wrong types other than text/html. Rule: body.media-type-html
        .contentTypeWrong: DeliveryRow(direct: .observedToWork),
        // Rule: json.byte-order-mark
        .encodingBOM: DeliveryRow(direct: .observedToWork),
        // It is unknown which systems check the signature. Rules: signed.deprecated, signed.today
        .signatureObsolete: DeliveryRow(old: .works, iOS13: .observedToWork, direct: .observedToWork),
        .signatureUntrusted: .unknown, .signatureExpired: .unknown,
        // Rules: cdn.private-addresses, transport.reachable-from-everywhere
        .addressNotPublic: DeliveryRow(old: .works, iOS13: .works, cdn: .observedToFail, direct: .works),
        // It is unknown whether any system checks revocation; developer mode checks no certificate.
        // Rules: transport.tls-versions, fetch.developer-mode
        .tlsCertificateRevoked: DeliveryRow(direct: .works),
    ]
}
