import Findings
import Transport

/// Answers that are not HTTP: `http-malformed`.
struct MalformedCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        let failure: ExchangeFailure
        if let early = answer.earlyFailure, early.kind == .malformedAnswer || early.kind == .contentCodingBroken {
            failure = early
        } else if let late = answer.bodyFailure, late.kind == .malformedAnswer, answer.status == 200 {
            failure = late
        } else {
            return nil
        }
        let finding = Finding(
            .httpMalformed, location: answer.location,
            message: "The answer of \(answer.name) is not valid HTTP.\(Wording.detail(failure))",
            evidence: FailureEvidence.of(failure, answer))
        return Cause(stage: .status, outcome: .failed, finding: finding)
    }
}
