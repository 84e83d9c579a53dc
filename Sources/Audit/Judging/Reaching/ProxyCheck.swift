import Findings
import Transport

/// Proxies that fail: `proxy-failed`.
struct ProxyCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        guard let failure = answer.earlyFailure, failure.kind == .proxyFailed else { return nil }
        let finding = Finding(
            .proxyFailed, location: answer.location,
            message:
                "The proxy could not be reached or refused to connect to \(answer.name).\(Wording.detail(failure))",
            evidence: FailureEvidence.of(failure, answer))
        return Cause(stage: .connection, outcome: .failed, finding: finding)
    }
}
