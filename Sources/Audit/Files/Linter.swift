import AppSiteAssociation
public import Findings

public import struct Foundation.Date

/// Judges association files on disk, without using a network.
public struct Linter: Sendable {
    private let contentJudge: ContentJudge

    /// Creates a linter; `contentJudge` has the trust anchors for the signers of files.
    public init(contentJudge: ContentJudge = ContentJudge()) { self.contentJudge = contentJudge }

    /// Judges a file; a pure function.
    ///
    /// `path` is the path as the user wrote it. Signers' certificates must be valid at `date`, and for `domain`: the
    /// host name in ASCII that serves the file, or `nil` if unknown.
    public func lint(_ file: FileBytes, path: String, domain: String? = nil, at date: Date) -> LintReport {
        if let finding = formatFinding(file) { return LintReport(path: path, bytes: file.bytes, findings: [finding]) }
        var findings = [sizeFinding(file)].compactMap(\.self)
        if file.isCapped { return LintReport(path: path, bytes: file.bytes, findings: findings) }
        let judgement = contentJudge.judge(file.bytes, location: .file, domain: domain, at: date)
        findings += judgement.findings
        return LintReport(
            path: path, file: judgement.file == nil ? nil : judgement.report(at: .file),
            ruleCount: judgement.file?.appLinks?.details.reduce(0) { $0 + ($1.rules?.count ?? 0) } ?? 0,
            isSigned: judgement.isSigned, bytes: judgement.bytes, findings: findings)
    }

    /// Returns a finding if the file is empty, compressed or a web page.
    private func formatFinding(_ file: FileBytes) -> Finding? {
        let bytes = file.bytes
        if bytes.isEmpty {
            return Finding(.fileEmpty, location: .file, message: "The file is empty.", evidence: ["bytes": 0])
        }
        if let name = ContentEncodingCheck.compression(of: bytes) {
            return Finding(
                .contentEncodingBroken, location: .file,
                message:
                    "The file is compressed (\(name)); the uncompressed file is checked, and counts for the size limit.",
                remedy: "Decompress the file, and check the result.", evidence: ["compressedAs": .string(name)])
        }
        guard HTMLCheck.isPage(bytes) else { return nil }
        let title = HTMLCheck.title(of: bytes)
        let titled = title.map { " titled \(Wording.quote($0))" } ?? ""
        return Finding(
            .htmlInsteadOfFile, location: .file, message: "The file is a web page\(titled).",
            evidence: ["title": title.map { .string($0) }])
    }

    private func sizeFinding(_ file: FileBytes) -> Finding? {
        let count = file.bytes.count
        let limit = JudgeSettings.sizeLimit
        if count > limit || file.isCapped {
            let size = file.isCapped ? "more than \(Wording.bytes(count))" : Wording.bytes(count)
            return Finding(
                .fileOversized, location: .file,
                message: "The file has \(size); the limit is \(Wording.bytes(limit)).",
                evidence: ["bytes": .integer(count), "capped": .boolean(file.isCapped), "limit": .integer(limit)])
        }
        guard count > JudgeSettings.strictSizeLimit else { return nil }
        return Finding(
            .fileSizeNearLimit, location: .file,
            message: "The file has \(Wording.bytes(count)). The limit of 128 KB can be read as "
                + "\(Wording.bytes(JudgeSettings.strictSizeLimit)) or as \(Wording.bytes(limit)).",
            evidence: ["bytes": .integer(count), "limit": .integer(limit)])
    }
}

/// The report of `lint` about one file.
public struct LintReport: Hashable, Sendable {
    /// The state of a file.
    public enum Status: String, Sendable, CaseIterable {
        /// No findings above info.
        case pass
        /// Warnings only.
        case warn
        /// At least one error.
        case fail
        /// The file could not be read from the disk.
        case unreadable
    }

    /// The path as the user wrote it; `-` is the standard input.
    public var path: String
    /// The reason why the file could not be read from disk.
    public var problem: String?
    /// A summary of the file; `nil` if it could not be read as an association file.
    public var file: FileReport?
    /// The number of rules that current systems use; a rule for several apps is counted once.
    public var ruleCount = 0
    /// Whether the file is signed, or was intended to be.
    public var isSigned = false
    /// The bytes to which the findings refer: for a signed file, its content.
    public var bytes: [UInt8] = []
    /// The findings: first those about the envelope, then those about the content, in the order of the file.
    public var findings: [Finding] = []

    /// The state.
    public var status: Status {
        if problem != nil { return .unreadable }
        return switch findings.lazy.map(\.severity).max() {
        case .error?: .fail
        case .warning?: .warn
        case .info?, nil: .pass
        }
    }

    /// The name under which the file must be served; `nil` if the path ends in this name, or names no readable file.
    public var servedName: String? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return path == "-" || status == .unreadable || name == Self.fileName ? nil : Self.fileName
    }

    private static let fileName = "apple-app-site-association"
}

extension LintReport {
    package init(_ error: FileReadError) { self.init(path: error.path, problem: error.reason) }
}
