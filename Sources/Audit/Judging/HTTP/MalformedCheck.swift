import Findings
import Transport

/// Checks for responses that are not HTTP: `http-malformed`.
struct MalformedCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        let failure: ExchangeFailure
        if let early = response.earlyFailure, early.kind == .malformedAnswer || early.kind == .contentCodingBroken {
            failure = early
        } else if let late = response.bodyFailure, late.kind == .malformedAnswer, response.status == 200 {
            failure = late
        } else {
            return nil
        }
        return Cause(
            .httpMalformed, of: response, at: .status, .failed,
            message: "The response of \(response.name) is not valid HTTP.\(Wording.detail(failure))",
            evidence: FailureEvidence.of(failure, response))
    }
}
