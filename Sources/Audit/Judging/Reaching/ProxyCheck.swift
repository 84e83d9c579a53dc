import Findings
import Transport

/// Checks for proxies that fail: `proxy-failed`.
struct ProxyCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind == .proxyFailed else { return nil }
        return Cause(
            .proxyFailed, of: response, at: .connection, .failed,
            message:
                "The proxy could not be reached or refused to connect to \(response.name).\(Wording.detail(failure))",
            evidence: FailureEvidence.of(failure, response))
    }
}
