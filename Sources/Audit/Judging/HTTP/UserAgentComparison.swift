import Findings

extension JudgedDomain {
    /// Compares the responses to Apple's user agents with that to this program: adds `user-agents-differ`, or a sentence
    /// to the finding about a refusal.
    ///
    /// If a server refuses a request with the name of AASA-Bot, it may still allow Apple's own requests, because
    /// filters also compare addresses. Therefore a difference is only reported as information.
    /// Documented as fetch.user-agent-proof
    func addUserAgentComparison(to findings: inout [Finding]) {
        let known = userAgents.filter(\.location.delivery.isKnown)
        guard !known.isEmpty else { return }
        let delivery = wellKnown.delivery
        let evidence = EvidenceValue.array(
            userAgents.map { .object($1.deliveryEvidence(after: ["userAgent": .string($0.rawValue)])) })
        if known.contains(where: { !$0.location.delivery.isSame(as: delivery) }) {
            let results = known.map { "\($0.location.delivery.summary) for \(Wording.quote($0.agent.rawValue))" }
            let list = (["\(delivery.summary) for this program"] + results).joined(separator: "; ")
            let url = Wording.excerpt(wellKnown.observation.url)
            let message =
                "\(url) responds differently to other user agents: \(list). "
                + "All requests were sent from here: the responses to Apple's own servers are not known."
            findings.append(
                Finding(
                    .userAgentsDiffer, location: .wellKnown, message: message, evidence: ["byUserAgent": evidence]))
            return
        }
        guard wellKnown.outcome == .refused, let code = wellKnown.cause?.finding?.code,
            let index = findings.firstIndex(where: { $0.code == code && $0.location == .wellKnown })
        else { return }
        let names = Wording.list(known.map { Wording.quote($0.agent.rawValue) })
        findings[index].message += " Requests with Apple's user agents (\(names)) are refused from here as well."
        findings[index].evidence["byUserAgent"] = evidence
    }
}
