import Findings
import Transport

/// Connections that do not come about: `connect-refused`, `connect-timeout`, `connect-failed`.
struct ConnectionCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        // A fault on this side leaves nothing known of the domain, unless the answer's status says enough.
        let failure = answer.earlyFailure ?? (answer.status == 200 ? answer.bodyFailure : nil)
        guard let failure else { return nil }
        let code: FindingCode
        let message: String
        switch failure.kind {
        case .connectRefused:
            code = .connectRefused
            message =
                "The connection to \(answer.name) was refused: nothing listens at \(answer.endpoint)."
        case .connectTimeout:
            code = .connectTimeout
            let after = answer.exchange.timings.totalMs.map { " (gave up after \(Wording.seconds($0)))" } ?? ""
            message =
                "There was no answer to the connection attempt to \(answer.name) at \(answer.endpoint)\(after)."
                + (answer.otherDomainsUnanswered.map { Self.triedOnce(after: $0) } ?? "")
        case .connectFailed:
            code = .connectFailed
            message =
                "There is no connection to \(answer.name) at \(answer.endpoint).\(Wording.detail(failure))"
        case .internalError:
            code = .connectFailed
            message =
                "The request to \(answer.name) could not be carried out on this side.\(Wording.detail(failure))"
        default:
            return nil
        }
        var evidence: Evidence = ["port": .integer(answer.target.port)]
        if let others = answer.otherDomainsUnanswered { evidence["otherDomainsUnanswered"] = .integer(others) }
        let finding = Finding(
            code, location: answer.location, message: message,
            evidence: FailureEvidence.of(failure, answer, with: evidence))
        return Cause(stage: .connection, outcome: .failed, finding: finding)
    }

    private static func triedOnce(after others: Int) -> String {
        " It was tried only once, because this address had just left \(others) other domains of this run unanswered."
    }
}
