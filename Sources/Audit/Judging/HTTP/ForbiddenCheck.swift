import Findings

/// Refusals: 403, 451, and bot challenges with whatever status: `http-forbidden`.
///
/// Rule: transport.status-refused
struct ForbiddenCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        guard let status = answer.status else { return nil }
        let refuses = status == 403 || status == 451
        guard refuses || Self.mayCarryChallenge(status, answer) else { return nil }
        let signature = FirewallSignature.strongest(on: answer)
        guard refuses || signature?.strength == .challenge else { return nil }

        var evidence: Evidence = ["status": .integer(status), "challenge": .boolean(signature?.strength == .challenge)]
        if let signature {
            evidence["firewall"] = .string(signature.product)
            evidence["firewallSign"] = .string(String(signature.sign.prefix(300)))
        }
        if let server = answer.header("server") { evidence["server"] = .string(server) }
        let finding = Finding(
            .httpForbidden, location: answer.location, message: Self.message(status, signature, answer),
            evidence: evidence)
        return Cause(stage: .status, outcome: .refused, finding: finding)
    }

    /// Challenges come with 200, 202, 405, 429, 503 and others, but not instead of a redirect or of "not found".
    private static func mayCarryChallenge(_ status: Int, _ answer: Answer) -> Bool {
        if status == 200 { return answer.isPage }
        return !(300..<400).contains(status) && status != 404 && status != 410 && status != 401 && status != 407
    }

    private static func message(_ status: Int, _ signature: FirewallSignature?, _ answer: Answer) -> String {
        let named = Wording.status(status)
        guard let signature else {
            return status == 451
                ? "\(answer.url) is refused for legal reasons: status \(named). No firewall was recognised."
                : "\(answer.url) is refused: status \(named). No firewall was recognised."
        }
        let sign = Wording.quote(signature.sign)
        switch signature.strength {
        case .challenge:
            return "\(answer.url) answers with a bot challenge of \(signature.product) (status \(named), recognised by "
                + "\(sign)). Apple's servers cannot pass a test made for browsers."
        case .block:
            return
                "\(answer.url) is refused by a firewall, \(signature.product): status \(named), recognised by \(sign)."
        case .present:
            return "\(answer.url) is refused: status \(named). The answer came through \(signature.product) "
                + "(recognised by \(sign)), and its firewall may be the cause."
        }
    }
}
