import Findings
import Transport

/// Checks for responses without a body: `file-empty`.
///
/// Rule: body.empty
struct EmptyCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 200, response.bodyFailure == nil, response.exchange.body.isEmpty else { return nil }
        var evidence: Evidence = ["bytes": 0]
        if let length = response.header("content-length") { evidence["contentLength"] = .string(length) }
        return Cause(
            .fileEmpty, of: response, at: .mediaType, .unusable,
            message: "\(response.url) returns status 200 with an empty body.", evidence: evidence)
    }
}
