import Findings
import Transport

/// Bodies that end too early: `body-truncated`.
///
/// Rule: body.complete
struct TruncationCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        guard answer.status == 200, let failure = answer.bodyFailure,
            failure.kind == .bodyTruncated || failure.kind == .connectionClosed
        else { return nil }
        var evidence = FailureEvidence.of(failure, answer)
        evidence["wireBytes"] = .integer(answer.exchange.wireBytes)
        let arrived = Wording.bytes(answer.exchange.wireBytes)
        let message: String
        if let announced = answer.header("content-length") {
            evidence["contentLength"] = .string(announced)
            message =
                "The file at \(answer.url) ends too early: \(arrived) arrived of \(Wording.excerpt(announced)) "
                + "that the Content-Length announces."
        } else {
            message =
                "The file at \(answer.url) ends too early: after \(arrived) the connection was closed before "
                + "its end."
        }
        let finding = Finding(
            .bodyTruncated, location: answer.location, message: message + Wording.detail(failure), evidence: evidence)
        return Cause(stage: .encoding, outcome: .failed, finding: finding)
    }
}
