import Findings
import Transport

/// Checks for handshakes that fail for a reason other than the certificate: `tls-protocol-unsupported`,
/// `tls-handshake-failed`.
///
/// Rule: transport.tls-versions
struct HandshakeCheck: CauseCheck {
    /// OpenSSL's messages if the two sides have no protocol version in common.
    private static let versionWords = [
        "unsupported protocol", "alert protocol version", "wrong ssl version", "version too low", "version too high",
        "no protocols available", "inappropriate fallback", "unsupported ssl version",
    ]

    /// OpenSSL's messages if the response is not a TLS record.
    private static let plaintextWords = [
        "wrong version number", "packet length too long", "http request", "unknown protocol",
    ]

    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind == .handshakeFailed else { return nil }
        let detail = failure.detail.lowercased()
        var evidence = response.evidence(of: failure)
        var code = FindingCode.tlsHandshakeFailed
        var message = "The TLS handshake with \(response.name) failed."
        if Self.versionWords.contains(where: detail.contains) {
            code = .tlsProtocolUnsupported
            message = "\(response.name) supports neither TLS 1.2 nor TLS 1.3."
        } else if Self.plaintextWords.contains(where: detail.contains) {
            message =
                "\(response.name) does not speak TLS on port \(response.target.domain.port): "
                + "its response is not a TLS record. It may serve plain HTTP on this port."
            evidence["plaintext"] = true
        }
        return Cause(
            code, of: response, at: .tls, .failed, message: message + Wording.detail(failure), evidence: evidence)
    }
}
