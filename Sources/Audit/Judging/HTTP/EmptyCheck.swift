import Findings
import Transport

/// Answers without a body: `file-empty`.
///
/// Rule: body.empty
struct EmptyCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        guard answer.status == 200, answer.bodyFailure == nil, answer.exchange.body.isEmpty else { return nil }
        var evidence: Evidence = ["bytes": 0]
        if let length = answer.header("content-length") { evidence["contentLength"] = .string(length) }
        let finding = Finding(
            .fileEmpty, location: answer.location, message: "\(answer.url) answers with status 200 and an empty body.",
            evidence: evidence)
        return Cause(stage: .mediaType, outcome: .unusable, finding: finding)
    }
}
