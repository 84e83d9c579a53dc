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
        var evidence = response.evidence(of: failure)
        evidence["wireBytes"] = .integer(response.exchange.wireBytes)
        let arrived = Wording.bytes(response.exchange.wireBytes)
        var reason = "the connection was closed after \(arrived)"
        if let announced = response.header("content-length") {
            evidence["contentLength"] = .string(announced)
            reason = "\(arrived) arrived, and its Content-Length is \(Wording.excerpt(announced))"
        }
        return Cause(
            .bodyTruncated, of: response, at: .encoding, .failed,
            message: "The file at \(response.url) is incomplete: \(reason).\(Wording.detail(failure))",
            evidence: evidence)
    }
}
