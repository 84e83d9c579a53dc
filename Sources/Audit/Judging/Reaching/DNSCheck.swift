import Findings
import Transport

/// Names that lead to no address: `dns-not-found` and `dns-failure`.
struct DNSCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        guard let failure = answer.earlyFailure else { return nil }
        let name = answer.name
        let code: FindingCode
        let message: String
        switch failure.kind {
        case .nameNotFound:
            code = .dnsNotFound
            message = "The name \(name) does not exist: the name system answers NXDOMAIN."
        case .noAddress:
            code = .dnsNotFound
            message =
                "The name \(name) exists, but has no address: there is no A or AAAA record that could be used."
        case .resolverFailed:
            code = .dnsFailure
            message = "The name \(name) could not be looked up: the resolver failed.\(Wording.detail(failure))"
        case .resolverTimeout:
            code = .dnsFailure
            message = "The name \(name) could not be looked up: no resolver answered in time."
        default:
            return nil
        }
        let finding = Finding(
            code, location: answer.location, message: message,
            evidence: FailureEvidence.of(failure, answer, with: ["host": .string(answer.target.host)]))
        return Cause(stage: .dns, outcome: .failed, finding: finding)
    }
}
