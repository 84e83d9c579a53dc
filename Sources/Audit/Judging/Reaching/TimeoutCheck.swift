import Findings
import Transport

/// Checks for exchanges that do not end in time: `timeout`.
struct TimeoutCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        // A status other than 200 is sufficient, regardless of the body.
        let failure = response.earlyFailure ?? (response.status == 200 ? response.bodyFailure : nil)
        guard let failure, failure.kind == .timeout || failure.kind == .cancelled else { return nil }
        let after = response.exchange.timings.totalMs.map { " after \(Wording.seconds($0))" } ?? ""
        let what = failure.kind == .timeout ? "timed out" : "was cancelled"
        return Cause(
            .timeout, of: response, at: .connection, .failed,
            message:
                "The request to \(response.name) at \(response.endpoint) \(what)\(after): \(Self.words(failure.phase, response)).",
            evidence: FailureEvidence.of(failure, response))
    }

    private static func words(_ phase: ExchangePhase, _ response: Response) -> String {
        switch phase {
        case .dns: "the name was still being looked up"
        case .connect: "the connection was still being established"
        case .proxy: "the proxy had not answered"
        case .tls: "it was connected, but the TLS handshake was not complete"
        case .header: "the request was sent, but the response header did not arrive"
        case .body:
            "only \(Wording.bytes(response.exchange.bodySize)) of the body arrived"
        }
    }
}
