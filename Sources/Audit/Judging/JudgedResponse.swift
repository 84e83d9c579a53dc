import Findings

/// One response, judged by itself.
final class JudgedResponse: Sendable {
    let response: Response
    /// Why it is no usable file; `nil` when it is one.
    let cause: Cause?
    /// The content, where the answer is a file as far as HTTP goes.
    let content: FileContent?
    /// Facts about how it is served.
    let facts: [Finding]

    /// Judges `response`; `known` is the content at the location that comes before it.
    init(_ response: Response, known: FileContent? = nil) {
        self.response = response
        var cause = Checks.cause.lazy.compactMap { $0.cause(of: response) }.first
        content = cause == nil ? FileContent(response, known: known) : nil
        if content?.isReadable == false { cause = Cause(stage: .content, outcome: .unusable, finding: nil) }
        self.cause = cause
        // A file that is too large is a file still: how it is served is a fact of its own.
        let isFile = content != nil || cause?.stage == .size && response.bodyFailure == nil
        facts = isFile ? Checks.fact.flatMap { $0.findings(of: response) } : []
    }

    /// Whether it is a usable file.
    var isUsable: Bool { cause == nil }

    /// The code that says why it is no usable file; `nil` when it is one, and where nothing is there (404, 410).
    var problem: FindingCode? {
        cause?.finding?.code ?? (cause == nil ? nil : content?.findings.first { $0.severity == .error }?.code)
    }
}
