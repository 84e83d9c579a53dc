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
                "The file at \(answer.url) is incomplete: \(arrived) arrived, and its Content-Length is "
                + "\(Wording.excerpt(announced))."
        } else {
            message =
                "The file at \(answer.url) is incomplete: the connection was closed after \(arrived)."
        }
        let finding = Finding(
            .bodyTruncated, location: answer.location, message: message + Wording.detail(failure), evidence: evidence)
        return Cause(stage: .encoding, outcome: .failed, finding: finding)
    }
}
