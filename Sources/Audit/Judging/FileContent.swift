import Findings
import Transport

/// What is known of the content of an answer that is a file as far as HTTP goes.
struct FileContent: Sendable {
    /// Whether it came in a CMS envelope.
    var signed: Bool
    /// Whether it can be read as an association file.
    var isReadable: Bool
    /// What there is to say about it.
    var findings: [Finding]
    /// The bytes of the file.
    var bytes: [UInt8]

    /// Reads the body of `answer`.
    init(_ answer: Answer) {
        signed = answer.isSigned
        bytes = answer.exchange.body
        isReadable = true
        findings = []
    }
}
