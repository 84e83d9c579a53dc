public import Findings

/// Everything that `lint` says about one file.
public struct LintReport: Hashable, Sendable {
    /// The state of a file.
    public enum Status: String, Sendable, CaseIterable {
        /// Nothing above info.
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
    /// The state.
    public var status: Status
    /// Why the file could not be read from the disk.
    public var problem: String?
    /// The file in short; `nil` when it could not be read as an association file at all.
    public var file: FileReport?
    /// The number of its rules that current systems follow; each is counted once, regardless of the number of apps.
    public var rules = 0
    /// Whether it is signed, or was meant to be.
    public var isSigned: Bool
    /// The bytes into which the findings point: the content of a signed file.
    public var bytes: [UInt8]
    /// The findings: the envelope first, then in the order of the file.
    public var findings: [Finding]

    /// The name under which it has to be served, where the file on disk has another; `nil` where the name is right.
    public var servedName: String? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return path == "-" || status == .unreadable || name == Self.fileName ? nil : Self.fileName
    }

    private static let fileName = "apple-app-site-association"

    /// A report on a file that could not be read from the disk.
    public init(_ error: FileReadError) {
        path = error.path
        status = .unreadable
        problem = error.reason
        isSigned = false
        bytes = []
        findings = []
    }

    /// A report on a file that was read.
    init(path: String, file: FileReport?, isSigned: Bool, bytes: [UInt8], findings: [Finding]) {
        self.path = path
        self.file = file
        self.isSigned = isSigned
        self.bytes = bytes
        self.findings = findings
        if findings.contains(where: { $0.severity == .error }) {
            status = .fail
        } else {
            status = findings.contains { $0.severity == .warning } ? .warn : .pass
        }
    }
}
