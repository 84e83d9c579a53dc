import Findings
import Transport

/// Exchanges that do not end in time: `timeout`.
struct TimeoutCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        // A status other than 200 says enough, whatever becomes of the body.
        let failure = answer.earlyFailure ?? (answer.status == 200 ? answer.bodyFailure : nil)
        guard let failure, failure.kind == .timeout || failure.kind == .cancelled else { return nil }
        let after = answer.exchange.timings.totalMs.map { " after \(Wording.seconds($0))" } ?? ""
        let what = failure.kind == .timeout ? "timed out" : "was cancelled"
        let message =
            "The request to \(answer.name) at \(answer.endpoint) \(what)\(after): \(Self.words(failure.phase, answer))."
        let finding = Finding(
            .timeout, location: answer.location, message: message, evidence: FailureEvidence.of(failure, answer))
        return Cause(stage: .connection, outcome: .failed, finding: finding)
    }

    private static func words(_ phase: ExchangePhase, _ answer: Answer) -> String {
        switch phase {
        case .dns: "the name was still being looked up"
        case .connect: "the connection was still being made"
        case .proxy: "the proxy had not answered"
        case .tls: "it was connected, but the TLS handshake was not complete"
        case .header: "the request was sent, but the header of the answer did not arrive"
        case .body:
            "only \(Wording.bytes(answer.exchange.bodySize)) of the body arrived"
        }
    }
}
