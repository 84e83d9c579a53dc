import AppSiteAssociation
import Transport

/// The content of a response that HTTP delivers as a file.
extension ContentJudgement {
    /// Reads the body of `response`, or reuses the result of `earlier`, the other location, if the bytes are the same.
    ///
    /// If the file at the other location takes effect, this file is read, but not checked.
    init(_ response: Response, earlier: JudgedResponse?) {
        let body = response.exchange.body
        if let earlier, let content = earlier.content, earlier.response.exchange.body == body {
            self = content
        } else if earlier?.content?.isReadable == true, !response.isSigned, let file = Self.outline(of: body) {
            self = ContentJudgement(
                isSigned: false, bytes: body, judgedFile: JudgedFile(FileJudgement(file: file, findings: [])),
                findings: [], isReadable: true)
        } else {
            self = response.contentJudge.judge(
                body, location: response.location, domain: response.target.domain.host, at: response.now,
                digest: response.exchange.bodySHA256)
        }
    }

    private static func outline(of bytes: [UInt8]) -> AssociationFile? {
        let reading = JSONReading(bytes)
        guard reading.encoding.isUTF8, case .success(let document) = reading.result else { return nil }
        let file = AssociationFile(document)
        return file.isObject ? file : nil
    }

    /// Compares the meaning of two files; the result is unknown if one of them cannot be read.
    func compare(with other: ContentJudgement?) -> AssociationMeaning.Comparison {
        if bytes == other?.bytes { return .same }
        guard let file, let otherFile = other?.file else { return .unknown }
        return file.document == otherFile.document ? .same : AssociationMeaning.compare(file, otherFile)
    }
}
