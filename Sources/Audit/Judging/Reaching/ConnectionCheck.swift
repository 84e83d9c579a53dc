import Basics
import Findings
import Transport

/// Checks for connections that cannot be made: `connect-refused`, `connect-timeout`, `connect-failed`.
struct ConnectionCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        // After a local fault, nothing is known about the domain, unless the response's status is sufficient.
        let failure = response.earlyFailure ?? (response.status == 200 ? response.bodyFailure : nil)
        guard let failure else { return nil }
        let code: FindingCode
        let message: String
        switch failure.kind {
        case .connectRefused:
            code = .connectRefused
            message =
                "\(response.name) refused the connection at \(response.endpoint): nothing is listening there, "
                + "or a firewall rejects it."
        case .connectTimeout:
            code = .connectTimeout
            let after = response.exchange.timings.totalMs.map { " (gave up after \(Wording.seconds($0)))" } ?? ""
            message =
                "\(response.name) did not answer the connection attempt at \(response.endpoint)\(after)."
                + (response.otherDomainsUnanswered.map { Self.singleAttemptSentence(response, after: $0) } ?? "")
        case .notTried:
            code = .connectTimeout
            let others = response.otherDomainsUnanswered.map { Phrase.count($0, "other domain") } ?? "other domains"
            message =
                "\(response.name) was not tried at \(response.endpoint), because \(others) at this address had just timed out."
        case .connectFailed:
            code = .connectFailed
            message =
                "No connection to \(response.name) at \(response.endpoint) could be made.\(Wording.detail(failure))"
        case .internalError:
            code = .connectFailed
            message =
                "The request to \(response.name) failed on this computer.\(Wording.detail(failure))"
        default:
            return nil
        }
        var evidence: Evidence = ["port": .integer(response.target.domain.port)]
        if let others = response.otherDomainsUnanswered { evidence["otherDomainsUnanswered"] = .integer(others) }
        return Cause(
            code, of: response, at: .connection, .failed, message: message,
            evidence: FailureEvidence.of(failure, response, with: evidence))
    }

    private static func singleAttemptSentence(_ response: Response, after others: Int) -> String {
        let briefly = response.connectLimitMs.map { ", and for only \(Wording.seconds($0))" } ?? ""
        return " It was tried only once\(briefly), because "
            + "\(Phrase.count(others, "other domain")) at this address had just timed out."
    }
}
