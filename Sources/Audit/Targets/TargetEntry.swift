/// One input of a run and its interpretation.
public struct TargetEntry: Hashable, Sendable {
    /// The input, redacted and truncated for reports.
    public var input: String
    /// The target, or the reason why the input is invalid.
    public var result: Result<Target, TargetError>

    /// The index of the row in the run, from 0; set by ``TargetStream``.
    public var index = 0
    /// The origin of the input; `nil` for an argument on the command line.
    public var origin: TargetOrigin?

    /// Creates an entry.
    public init(input: String, result: Result<Target, TargetError>) {
        self.input = input
        self.result = result
    }

    /// Parses `text` as a target.
    public init(_ text: String) {
        input = TargetParser.shown(text)
        result = Result { () throws(TargetError) in try TargetParser.parse(text) }
    }
}

/// The origin of a target.
public enum TargetOrigin: Hashable, Sendable, CustomStringConvertible {
    /// A line of a list or a configuration, with the path as the user wrote it; `-` is the standard input.
    case line(Int, of: String)
    /// The entitlements of an app.
    case app(String)

    /// The origin, such as `domains.txt, line 3`.
    public var description: String {
        switch self {
        case .line(let line, let path): "\(path == "-" ? "standard input" : path), line \(line)"
        case .app(let source): source
        }
    }
}
