public import AppSiteAssociation
public import Findings
import SignedFile
public import Transport

public import struct Foundation.Date

/// The result of judging the bytes of a file.
public struct ContentJudgement: Sendable {
    /// Whether the file is signed, or was intended to be.
    public var isSigned: Bool
    /// The bytes of the file; for a signed file, those of the content if the envelope could be opened.
    public var bytes: [UInt8]
    /// The results that depend only on the bytes of the file; `nil` if a signed file could not be opened.
    let judgedFile: JudgedFile?
    /// The association file; `nil` if the bytes could not be read.
    public var file: AssociationFile? { judgedFile?.file }
    /// The findings: first those about a signature, then those about the content, in the order of the file.
    public var findings: [Finding]
    /// Whether systems can read the file: its content, and the envelope if it is signed.
    public var isReadable: Bool

    func report(at location: FindingLocation) -> FileReport {
        FileReport(
            location: location, isSigned: isSigned, services: judgedFile?.services ?? [],
            apps: judgedFile?.apps ?? [], bytes: bytes)
    }
}

/// Judges the bytes of a file from any source: opens the envelope, if any, then reads and checks the content.
///
/// Judging is a pure function of the bytes, the anchors, the domain and the date; recently judged files are cached.
public struct ContentJudge: Sendable {
    private let anchors: CertificateStore?
    private let cache = ContentCache()

    /// Creates a judge that verifies signers against `anchors`; without anchors, the trust of signers is not checked.
    public init(anchors: CertificateStore? = nil) { self.anchors = anchors }

    /// Judges a file as served or stored, uncompressed.
    ///
    /// Signers' certificates must be valid at `date`, and for `domain` if that is known. All findings have `location`;
    /// `digest` is a digest of `bytes`, if available.
    public func judge(
        _ bytes: [UInt8], location: FindingLocation, domain: String?, at date: Date, digest: String? = nil
    ) -> ContentJudgement {
        guard SignedFile.detect(bytes) != .none else {
            let file = cache.judgedFile(for: bytes, digest: digest, location: location)
            return ContentJudgement(
                isSigned: false, bytes: bytes, judgedFile: file, findings: file.findings, isReadable: file.isReadable)
        }
        let reading = SignedFile.open(bytes, anchors: anchors, domain: domain, at: date)
        let findings = SignedFileCheck(reading: reading, location: location, domain: domain, date: date).findings
        let file = reading.payload.map { cache.judgedFile(for: $0, location: location) }
        return ContentJudgement(
            isSigned: true, bytes: reading.payload ?? bytes, judgedFile: file,
            findings: findings + (file?.findings ?? []),
            isReadable: reading.isSignatureValid && file?.isReadable == true)
    }
}

extension ContentJudgement {
    /// Judges the body of `response`; `earlier` is the judged response of the well-known location, if that came first.
    ///
    /// The same bytes are not judged again. If the earlier file is readable, this one is only read, for comparison.
    init(_ response: Response, earlier: JudgedResponse?) {
        let body = response.exchange.body
        if let earlier, let content = earlier.content, earlier.response.exchange.body == body {
            self = content
        } else if earlier?.content?.isReadable == true, !response.isSigned, let file = Self.readWithoutChecks(body) {
            self = ContentJudgement(
                isSigned: false, bytes: body, judgedFile: JudgedFile(FileJudgement(file: file, findings: [])),
                findings: [], isReadable: true)
        } else {
            self = response.judge.contentJudge.judge(
                body, location: response.location, domain: response.target.host, at: response.observedAt,
                digest: response.exchange.bodySHA256)
        }
    }

    private static func readWithoutChecks(_ bytes: [UInt8]) -> AssociationFile? {
        let reading = JSONReading(bytes)
        guard reading.encoding.isUTF8, case .success(let document) = reading.result else { return nil }
        let file = AssociationFile(document)
        return file.isObject ? file : nil
    }

    /// Compares the meaning of two files; the result is unknown if one of them cannot be read.
    func compare(with other: ContentJudgement?) -> AssociationMeaning.Comparison {
        if bytes == other?.bytes { return .same }
        guard let file, let otherFile = other?.file else { return .unknown }
        return file.document.root == otherFile.document.root ? .same : AssociationMeaning.compare(file, otherFile)
    }
}
