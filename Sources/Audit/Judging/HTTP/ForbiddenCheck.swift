import Findings

/// Checks for refusals: 403, 451, and bot challenges with any status: `http-forbidden`. Rule: transport.status-refused
struct ForbiddenCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let status = response.status else { return nil }
        let refuses = status == 403 || status == 451
        guard refuses || Self.mayCarryChallenge(status, response) else { return nil }
        let signature = FirewallSignature.strongest(on: response)
        guard refuses || signature?.strength == .challenge else { return nil }

        var evidence: Evidence = ["status": .integer(status), "challenge": .boolean(signature?.strength == .challenge)]
        signature?.add(to: &evidence)
        evidence["server"] = response.header("server").map { .string($0) }
        return Cause(
            .httpForbidden, of: response, at: .status, .refused, message: Self.message(status, signature, response),
            evidence: evidence)
    }

    /// Whether a response can be a challenge: challenges have many statuses (200, 202, 405, 429, 503), but not those of
    /// a redirect, a login or a missing file.
    private static func mayCarryChallenge(_ status: Int, _ response: Response) -> Bool {
        switch status {
        case 200: response.isPage
        case 300..<400, 401, 404, 407, 410: false
        default: true
        }
    }

    private static func message(_ status: Int, _ signature: FirewallSignature?, _ response: Response) -> String {
        let named = Wording.status(status)
        guard let signature else {
            let reasons = status == 451 ? " for legal reasons" : ""
            return "\(response.url) is refused\(reasons) with \(named). No known firewall was detected."
        }
        let sign = Wording.quote(signature.sign)
        switch signature.strength {
        case .challenge:
            return
                "\(response.url) returns a bot challenge of \(signature.product) (status \(named), recognised by "
                + "\(sign)). Apple's servers cannot pass a test made for browsers."
        case .block:
            return
                "\(response.url) is refused by a firewall, \(signature.product): status \(named), recognised by \(sign)."
        case .present:
            return "\(response.url) is refused with \(named). The response came through \(signature.product) "
                + "(recognised by \(sign)), and its firewall may be the cause."
        }
    }
}
