import Findings
import Transport

/// Checks for names without an address: `dns-not-found` and `dns-failure`.
struct DNSCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure else { return nil }
        let name = response.name
        let code: FindingCode
        let message: String
        switch failure.kind {
        case .nameNotFound:
            code = .dnsNotFound
            message = "\(name) does not exist (DNS answered NXDOMAIN)."
        case .noAddress:
            code = .dnsNotFound
            message =
                "\(name) exists, but has no address: DNS has no usable A or AAAA record for it."
        case .resolverFailed:
            code = .dnsFailure
            message = "\(name) could not be looked up: the resolver failed.\(Wording.detail(failure))"
        case .resolverTimeout:
            code = .dnsFailure
            message = "\(name) could not be looked up: no resolver answered in time."
        default:
            return nil
        }
        return Cause(
            code, of: response, at: .dns, .failed, message: message,
            evidence: FailureEvidence.of(failure, response, with: ["host": .string(response.target.domain.host)]))
    }
}
