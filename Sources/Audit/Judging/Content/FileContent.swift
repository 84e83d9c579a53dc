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
    /// The bytes of the file.
    let bytes: [UInt8]

    /// Reads the body of `answer`.
    init(_ answer: Answer) {
        signed = answer.isSigned
        bytes = answer.exchange.body
        if signed {
            file = nil
            findings = [Self.obsoleteSignature(answer)]
        } else {
            (file, findings) = ContentReader.read(bytes, location: answer.location)
        }
    }

    /// Whether it is an association file, as far as can be told: the payload of a signed one is not looked at.
    var isReadable: Bool { signed || file != nil }

    /// Whether the bytes look like UTF-16 or UTF-32 rather than like a text of 8-bit characters.
    var isWide: Bool {
        let start = bytes.prefix(4)
        return start.contains(0) || start.starts(with: [0xfe, 0xff]) || start.starts(with: [0xff, 0xfe])
    }

    private static func obsoleteSignature(_ answer: Answer) -> Finding {
        Finding(
            .signatureObsolete, location: answer.location,
            message: "The file at \(answer.url) is signed (CMS), which no system since iOS 9 needs.",
            evidence: ["bytes": .integer(answer.exchange.body.count)])
    }
}
