import Findings

/// The server's responses to Apple's user agents, compared with its response to this program: `user-agents-differ`.
///
/// If a server refuses a request with the name of AASA-Bot, it may still allow Apple's own requests, because filters
/// also compare addresses. Therefore a difference is only reported as information. Rule: fetch.user-agent-proof
struct JudgedUserAgents: Sendable {
    /// The domain as seen by this program, without the root location.
    private let thisProgram: JudgedDomain
    private let others: [(agent: AppleUserAgent, domain: JudgedDomain)]

    init?(_ observation: Observation, _ judge: (Observation) -> JudgedDomain) {
        guard let observations = observation.userAgents else { return nil }
        func judgeOnly(_ wellKnown: LocationObservation) -> JudgedDomain {
            judge(observation.narrowed(to: AdditionalObservation(wellKnown: wellKnown)))
        }
        thisProgram = judgeOnly(observation.wellKnown)
        others = observations.map { ($0.userAgent, judgeOnly($0.wellKnown)) }
    }

    /// Whether the server, which refuses this program, serves the file to one of Apple's user agents.
    var admitsApple: Bool { isRefused && others.contains { $0.domain.delivery.isFile } }

    private var isRefused: Bool { thisProgram.wellKnown.outcome == .refused }

    /// Adds the result to the finding about the refusal, or as a separate finding.
    func addResult(to findings: inout [Finding]) {
        let known = others.filter { $0.domain.delivery.isKnown }
        guard !known.isEmpty else { return }
        let delivery = thisProgram.delivery
        if known.allSatisfy({ $0.domain.delivery.isSame(as: delivery) }) {
            guard isRefused, let code = thisProgram.wellKnown.cause?.finding?.code,
                let index = findings.firstIndex(where: { $0.code == code && $0.location == .wellKnown })
            else { return }
            let names = Wording.list(known.map { Wording.quote($0.agent.rawValue) })
            findings[index].message += " Requests with Apple's user agents (\(names)) are refused from here as well."
            findings[index].evidence["byUserAgent"] = evidence
            return
        }
        findings.append(difference(of: known))
    }

    private func difference(of known: [(agent: AppleUserAgent, domain: JudgedDomain)]) -> Finding {
        let results = known.map { "\($0.domain.delivery.described) for \(Wording.quote($0.agent.rawValue))" }
        let list = (["\(thisProgram.delivery.described) for this program"] + results).joined(separator: "; ")
        let url = Wording.excerpt(thisProgram.wellKnown.observation.url)
        return Finding(
            .userAgentsDiffer, location: .wellKnown,
            message: "\(url) answers differently to other user agents: \(list). "
                + "All were sent from here: the responses to Apple's own servers are not known.",
            evidence: ["byUserAgent": evidence])
    }

    private var evidence: EvidenceValue {
        .array(others.map { .object($1.deliveryEvidence(after: ["userAgent": .string($0.rawValue)])) })
    }
}
