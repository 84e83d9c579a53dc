import AppSiteAssociation
import Findings
import Transport

/// What is known of the content of an answer that is a file as far as HTTP goes.
struct FileContent: Sendable {
    /// Whether it came in a CMS envelope.
    let signed: Bool
    /// The file; `nil` when it cannot be read.
    let file: AssociationFile?
    /// What there is to say about it.
    let findings: [Finding]
    /// The bytes of the file, without the envelope of a signed one.
    let bytes: [UInt8]

    /// Whether it is an association file that systems can read.
    let isReadable: Bool

    /// Reads the body of `answer`.
    init(_ answer: Answer) {
        let judgement = answer.contents.judge(
            answer.exchange.body, location: answer.location, domain: answer.target.host, at: answer.now)
        signed = judgement.isSigned
        file = judgement.file
        findings = judgement.findings
        bytes = judgement.bytes
        isReadable = judgement.isReadable
    }

    /// Whether the bytes look like UTF-16 or UTF-32 rather than like a text of 8-bit characters.
    var isWide: Bool {
        let start = bytes.prefix(4)
        return start.contains(0) || start.starts(with: [0xfe, 0xff]) || start.starts(with: [0xff, 0xfe])
    }
}
