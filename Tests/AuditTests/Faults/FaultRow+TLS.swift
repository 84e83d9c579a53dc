import Findings
import TestSupport

@testable import Audit

extension FaultRow {
    static let certificates: [FaultRow] = [
        .certificate("good", .good, .pass, []),
        .certificate("good with its root", .goodWithRoot, .pass, []),
        .certificate("good but misordered", .goodMisordered, .pass, []),
        .certificate("issued by the root itself", .issuedByRoot, .pass, []),
        .certificate("a wildcard", .names(["*.fault.test"]), .pass, []),
        .certificate("a wildcard of another level", .names(["*.test"]), .fail, [.tlsCertificateNameMismatch]),
        .certificate("13 days left", .expiring(days: 13), .warn, [.tlsCertificateExpiring]),
        .certificate("14 days left", .expiring(days: 14), .pass, []),
        .certificate("expired", .expired, .fail, [.tlsCertificateExpired]),
        .certificate("expired yesterday", .expired(days: 1), .fail, [.tlsCertificateExpired]),
        .certificate("not yet valid", .notYetValid, .fail, [.tlsCertificateNotYetValid]),
        .certificate("wrong name", .wrongName, .fail, [.tlsCertificateNameMismatch]),
        .certificate("self-signed", .selfSigned, .fail, [.tlsCertificateSelfSigned]),
        .certificate("untrusted root, sent", .untrustedRootSent, .fail, [.tlsCertificateUntrusted]),
        .certificate("untrusted root, not sent", .untrustedRootNotSent, .fail, [.tlsChainIncomplete]),
        .certificate("missing intermediate", .missingIntermediate, .fail, [.tlsChainIncomplete]),
        .certificate("weak key", .weakKey, .fail, [.tlsHandshakeFailed]),
        .certificate("a thousand names", .manyNames(1_000), .pass, []),
        .certificate("more certificates than anybody needs", .manySent(75), .pass, []),
        .certificate("hostile texts", .hostileSubject, .pass, []),
        .certificate("hostile texts, self-signed", .hostileSelfSigned, .fail, [.tlsCertificateSelfSigned]),
        .certificate("good by staple", .stapled(.good), .pass, []),
        .certificate("revoked by staple", .stapled(.revoked), .fail, [.tlsCertificateRevoked]),
        .certificate("unknown by staple", .stapled(.unknown), .pass, []),
        .certificate("revoked by an old staple", .stapled(.revokedOutOfDate), .pass, []),
        .certificate("revoked by a forged staple", .stapled(.revokedForged), .pass, []),
        .certificate("another one revoked by staple", .stapled(.revokedOtherCertificate), .pass, []),
        .certificate("try later by staple", .stapled(.tryLater), .pass, []),
        .certificate("garbage as staple", .stapled(.garbage), .pass, []),
    ]

    private static func ciphers(_ list: String, _ status: DomainStatus, _ serious: Set<FindingCode>) -> FaultRow {
        var profile = CertificateProfile.server("host.fault.test")
        profile.key = .rsa(bits: 2048)
        return FaultRow(list, Site(certificate: .profile(profile), handshake: .ciphers(list)), status, serious)
    }

    static let handshakes: [FaultRow] = [
        .handshake("TLS 1.2 only", .only(.tls12), .pass, []),
        .handshake("TLS 1.3 only", .only(.tls13), .pass, []),
        .handshake("TLS 1.1 and older", .oldOnly, .fail, [.tlsProtocolUnsupported]),
        .handshake("TLS 1.1 only", .only(.tls11), .fail, [.tlsProtocolUnsupported]),
        .handshake(
            "client certificate, 1.2", .clientCertificateDemanded(.tls12), .fail, [.tlsClientCertificateRequired]),
        .handshake(
            "client certificate, 1.3", .clientCertificateDemanded(.tls13), .fail, [.tlsClientCertificateRequired]),
        .handshake("client certificate wanted, 1.2", .clientCertificateRequested(.tls12), .pass, []),
        .handshake("client certificate wanted, 1.3", .clientCertificateRequested(.tls13), .pass, []),
        FaultRow(
            "client certificate wanted, 400 without",
            Site.everywhere(.status(400), handshake: .clientCertificateRequested(.tls13)), .fail,
            [.tlsClientCertificateRequired]),
        FaultRow(
            "client certificate wanted, 403 without",
            Site.everywhere(.status(403), handshake: .clientCertificateRequested(.tls12)), .fail,
            [.tlsClientCertificateRequired]),
        .handshake("the group X25519", .group("X25519"), .pass, []),
        .handshake("the group ffdhe2048", .group("ffdhe2048"), .fail, [.tlsHandshakeFailed]),
        ciphers("DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256", .pass, []),
        ciphers("DHE-RSA-AES128-GCM-SHA256", .fail, [.tlsHandshakeFailed]),
        .handshake("no common cipher", .noCommonCipher, .fail, [.tlsHandshakeFailed]),
        .handshake("alert: handshake failure", .alert(.handshakeFailure), .fail, [.tlsHandshakeFailed]),
        .handshake("alert: internal error", .alert(.internalError), .fail, [.tlsHandshakeFailed]),
        .handshake("alert: unknown name", .alert(.unrecognizedName), .fail, [.tlsHandshakeFailed]),
        .handshake("alert: protocol version", .alert(.protocolVersion), .fail, [.tlsProtocolUnsupported]),
        .handshake("plain HTTP on the port", .plaintextHTTP, .fail, [.tlsHandshakeFailed]),
        .handshake("garbage", .garbage, .fail, [.tlsHandshakeFailed]),
        .handshake("closed", .close, .unreachable, [.connectionClosed]),
        .handshake("reset", .reset, .unreachable, [.connectionClosed]),
        .handshake("silent before the handshake", .stall, .unreachable, [.timeout], timeout: FaultRow.silence),
        .handshake("closed midway", .closeMidway, .unreachable, [.connectionClosed]),
        .handshake("reset midway", .resetMidway, .unreachable, [.connectionClosed]),
        .handshake("silent midway", .stallMidway, .unreachable, [.timeout], timeout: FaultRow.silence),
        .handshake("corrupted midway", .corruptedMidway, .fail, [.tlsHandshakeFailed]),
        .handshake("speaks HTTP/1.1 under h2", .claimsHTTP2, .unreachable, [.connectionClosed]),
    ]
}
