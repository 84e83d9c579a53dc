import Findings

/// Servers that ask to come back later: `http-rate-limited`.
struct RateLimitedCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        guard answer.status == 429 else { return nil }
        var evidence: Evidence = ["status": 429]
        var wait = ""
        if let value = answer.header("retry-after") {
            evidence["retryAfter"] = .string(value)
            wait = " It asks to wait (Retry-After: \(Wording.quote(value)))."
        }
        let finding = Finding(
            .httpRateLimited, location: answer.location,
            message:
                "\(answer.url) answers with status \(Wording.status(429)): the server limits the number of requests.\(wait)",
            evidence: evidence)
        return Cause(stage: .status, outcome: .refused, finding: finding)
    }
}
