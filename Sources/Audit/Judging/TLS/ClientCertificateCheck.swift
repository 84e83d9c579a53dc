import Findings
import Transport

/// Checks for servers that refuse connections without a client certificate: `tls-client-certificate-required`.
///
/// Rule: transport.no-credentials
struct ClientCertificateCheck: CauseCheck {
    /// The status codes of servers that require a certificate; 495 and 496 are nginx's own.
    private static let refusals: Set<Int> = [400, 401, 403, 495, 496]

    func cause(of response: Response) -> Cause? {
        let requested = response.tls?.clientCertificateRequested ?? false
        if let failure = response.earlyFailure {
            guard Self.isRefusal(failure, requested: requested) else { return nil }
            return Cause(
                .tlsClientCertificateRequired, of: response, at: .tls, .failed,
                message: "\(response.name) requests a client certificate and closes the connection without one."
                    + Wording.detail(failure),
                evidence: response.evidence(of: failure))
        }
        guard requested, let status = response.status, Self.refusals.contains(status) else { return nil }
        return Cause(
            .tlsClientCertificateRequired, of: response, at: .tls, .refused,
            message:
                "\(response.name) requests a client certificate and returns status \(Wording.status(status)) without one.",
            evidence: ["status": .integer(status)])
    }

    /// Whether a missing client certificate caused the failure; only TLS 1.3 has a specific alert for this.
    private static func isRefusal(_ failure: ExchangeFailure, requested: Bool) -> Bool {
        switch failure.kind {
        case .clientCertificateRequired: return true
        case .handshakeFailed, .connectionClosed:
            let detail = failure.detail.lowercased()
            return detail.contains("certificate required") || (requested && detail.contains("alert"))
        default: return false
        }
    }
}
