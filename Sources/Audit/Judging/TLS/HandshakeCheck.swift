import Findings
import Transport

/// A check for handshakes that fail for a reason other than the certificate: `tls-protocol-unsupported`,
/// `tls-handshake-failed`. Documented as transport.tls-versions
struct HandshakeCheck: CauseCheck {
    /// OpenSSL's messages if the two sides have no protocol version in common.
    private static let versionMessages = [
        "unsupported protocol", "alert protocol version", "wrong ssl version", "version too low", "version too high",
        "no protocols available", "inappropriate fallback", "unsupported ssl version",
    ]

    /// OpenSSL's messages if the response is not a TLS record.
    private static let plaintextMessages = [
        "wrong version number", "packet length too long", "http request", "unknown protocol",
    ]

    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind == .handshakeFailed else { return nil }
        let detail = failure.detail.lowercased()
        var evidence = response.evidence(of: failure)
        var code = FindingCode.tlsHandshakeFailed
        var message = "The TLS handshake with \(response.name) failed."
        if Self.versionMessages.contains(where: detail.contains) {
            code = .tlsProtocolUnsupported
            message = "\(response.name) supports neither TLS 1.2 nor TLS 1.3."
        } else if Self.plaintextMessages.contains(where: detail.contains) {
            message =
                "\(response.name) does not speak TLS on port \(response.target.port): "
                + "its response is not a TLS record. It may serve plain HTTP on this port."
            evidence["plaintext"] = true
        }
        return Cause(code, of: response, .failed, message: message + Wording.detail(failure), evidence: evidence)
    }
}

/// A check for servers that refuse connections without a client certificate: `tls-client-certificate-required`.
/// Documented as transport.no-credentials
struct ClientCertificateCheck: CauseCheck {
    /// The status codes of servers that require a certificate; 495 and 496 are nginx's own.
    private static let refusals: Set<Int> = [400, 401, 403, 495, 496]

    func cause(of response: Response) -> Cause? {
        let isRequested = response.tls?.clientCertificateRequested ?? false
        if let failure = response.earlyFailure {
            guard Self.isRefusal(failure, isRequested: isRequested) else { return nil }
            let message = "\(response.name) requests a client certificate and closes the connection without one."
            return Cause(
                .tlsClientCertificateRequired, of: response, .failed, message: message + Wording.detail(failure),
                evidence: response.evidence(of: failure))
        }
        guard isRequested, let status = response.status, Self.refusals.contains(status) else { return nil }
        let message =
            "\(response.name) requests a client certificate and returns status \(Wording.status(status)) without one."
        return Cause(
            .tlsClientCertificateRequired, of: response, .refused, message: message,
            evidence: ["status": .integer(status)])
    }

    /// Whether a missing client certificate caused the failure.
    ///
    /// Before TLS 1.3, which has its own alert for this, any alert counts if the server requested a certificate.
    private static func isRefusal(_ failure: ExchangeFailure, isRequested: Bool) -> Bool {
        switch failure.kind {
        case .clientCertificateRequired: return true
        case .handshakeFailed, .connectionClosed:
            let detail = failure.detail.lowercased()
            return detail.contains("certificate required") || (isRequested && detail.contains("alert"))
        default: return false
        }
    }
}
