import AppSiteAssociation
import Findings
import Transport

/// The content of a response that is a file in terms of HTTP.
struct FileContent: Sendable {
    /// Whether the file was in a CMS envelope.
    let signed: Bool
    /// The results that follow from the bytes of the file; `nil` if a signed one cannot be opened.
    let judged: JudgedFile?
    /// The findings about it.
    let findings: [Finding]
    /// The bytes of the file, without the envelope of a signed one.
    let bytes: [UInt8]
    /// Whether it is an association file that systems can read.
    let isReadable: Bool
    /// The bytes that were served.
    private let served: [UInt8]

    /// Reads the body of `response`; the results in `known` are reused for the same bytes at the other location.
    ///
    /// If the file at the other location takes effect, this one is only read, not checked.
    init(_ response: Response, known: FileContent?) {
        let body = response.exchange.body
        if let known, known.served == body {
            self = known
            return
        }
        served = body
        if known?.isReadable == true, !response.isSigned, let file = Self.outline(of: body) {
            judged = JudgedFile(FileJudgement(file: file, findings: []))
            signed = false
            findings = []
            bytes = body
            isReadable = true
            return
        }
        let judgement = response.contents.judge(
            body, location: response.location, domain: response.target.domain.host, at: response.now,
            digest: response.exchange.bodySHA256)
        signed = judgement.isSigned
        judged = judgement.judged
        findings = judgement.findings
        bytes = judgement.bytes
        isReadable = judgement.isReadable
    }

    /// The file; `nil` if it cannot be read.
    var file: AssociationFile? { judged?.file }

    /// Returns the file without checking its content.
    private static func outline(of bytes: [UInt8]) -> AssociationFile? {
        let reading = JSONReading(bytes)
        guard reading.encoding.isUTF8, case .success(let document) = reading.result else { return nil }
        let file = AssociationFile(document)
        return file.isObject ? file : nil
    }

    /// Whether the bytes appear to be UTF-16 or UTF-32 rather than text in 8-bit characters.
    var isWide: Bool { Self.isWide(bytes) }

    /// Returns whether `bytes` appear to be UTF-16 or UTF-32 rather than text in 8-bit characters.
    static func isWide(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4)
        return start.contains(0) || start.starts(with: [0xfe, 0xff]) || start.starts(with: [0xff, 0xfe])
    }
}
