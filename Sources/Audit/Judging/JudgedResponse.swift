import Findings

final class JudgedResponse: Sendable {
    let response: Response
    let cause: Cause?
    /// The content; `nil` if HTTP did not deliver a file.
    let content: ContentJudgement?
    let facts: [Finding]

    /// Judges `response`; `earlier` is the response at the other location, if it was requested before.
    init(_ response: Response, earlier: JudgedResponse? = nil) {
        self.response = response
        var cause = Checks.cause.lazy.compactMap { $0.cause(of: response) }.first
        content = cause == nil ? ContentJudgement(response, earlier: earlier) : nil
        if content?.isReadable == false { cause = Cause(stage: .content, outcome: .unusable, finding: nil) }
        self.cause = cause
        // Facts about how a file is served also apply to a file that is too large.
        let isFile = content != nil || (cause?.stage == .size && response.bodyFailure == nil)
        facts = isFile ? Checks.fact.compactMap { $0.finding(of: response) } : []
    }

    var isUsable: Bool { cause == nil }

    /// The code of the reason why the response is not a usable file; `nil` if it is usable, or missing (404, 410).
    var problem: FindingCode? {
        guard let cause else { return nil }
        return cause.finding?.code ?? content?.findings.first { $0.severity == .error }?.code
    }
}
