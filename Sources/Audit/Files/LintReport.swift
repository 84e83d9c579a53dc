public import Findings

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
    public var rules = 0
    /// Whether the file is signed, or was intended to be.
    public var isSigned = false
    /// The bytes to which the findings refer: for a signed file, its content.
    public var bytes: [UInt8] = []
    /// The findings: the envelope first, then in the order of the file.
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

    /// The name under which the file must be served; `nil` if the file on disk already has this name.
    public var servedName: String? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return path == "-" || status == .unreadable || name == Self.fileName ? nil : Self.fileName
    }

    private static let fileName = "apple-app-site-association"
}

extension LintReport {
    /// A report on a file that could not be read from the disk.
    public init(_ error: FileReadError) { self.init(path: error.path, problem: error.reason) }
}
