import Findings
import Transport

/// Checks for bodies that end early: `body-truncated`.
///
/// Rule: body.complete
struct TruncationCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 200, let failure = response.bodyFailure,
            failure.kind == .bodyTruncated || failure.kind == .connectionClosed
        else { return nil }
        var evidence = FailureEvidence.of(failure, response)
        evidence["wireBytes"] = .integer(response.exchange.wireBytes)
        let arrived = Wording.bytes(response.exchange.wireBytes)
        let message: String
        if let announced = response.header("content-length") {
            evidence["contentLength"] = .string(announced)
            message =
                "The file at \(response.url) is incomplete: \(arrived) arrived, and its Content-Length is "
                + "\(Wording.excerpt(announced))."
        } else {
            message =
                "The file at \(response.url) is incomplete: the connection was closed after \(arrived)."
        }
        let finding = Finding(
            .bodyTruncated, location: response.location, message: message + Wording.detail(failure), evidence: evidence)
        return Cause(stage: .encoding, outcome: .failed, finding: finding)
    }
}
