import Findings

/// Checks for servers that limit the rate of requests: `http-rate-limited`.
struct RateLimitedCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 429 else { return nil }
        var evidence: Evidence = ["status": 429]
        var wait = ""
        if let value = response.header("retry-after") {
            evidence["retryAfter"] = .string(value)
            wait = " It asks to wait (Retry-After: \(Wording.quote(value)))."
        }
        if let signature = FirewallSignature.strongest(on: response) {
            evidence["firewall"] = .string(signature.product)
            evidence["firewallSign"] = .string(String(signature.sign.prefix(300)))
            wait +=
                " The response came through \(signature.product) (recognised by \(Wording.quote(signature.sign))), "
                + "which may impose the limit."
        }
        return Cause(
            .httpRateLimited, of: response, at: .status, .refused,
            message:
                "\(response.url) returns status \(Wording.status(429)): the server limits the number of requests.\(wait)",
            evidence: evidence)
    }
}
