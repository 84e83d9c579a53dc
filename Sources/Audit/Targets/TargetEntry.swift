/// One row of a run: what the user wrote, and what it means.
public struct TargetEntry: Hashable, Sendable {
    /// The input as the user wrote it, in the form that reports show.
    public var input: String
    /// The target, or why the input could not be understood.
    public var result: Result<Target, TargetError>

    /// Its place among the rows of the run, from 0; ``TargetStream`` sets it.
    public var index = 0
    /// The place of the input; `nil` on the command line.
    public var origin: TargetOrigin?

    /// Creates an entry.
    public init(input: String, result: Result<Target, TargetError>) {
        self.input = input
        self.result = result
    }

    /// Reads `text` as a target.
    public init(_ text: String) {
        input = TargetParser.shown(text)
        do throws(TargetError) {
            result = .success(try TargetParser.parse(text))
        } catch {
            result = .failure(error)
        }
    }
}

/// The place in which a target was named.
public enum TargetOrigin: Hashable, Sendable, CustomStringConvertible {
    /// A line of a list or a configuration, by the path as the user wrote it; `-` is the standard input.
    case line(Int, of: String)
    /// The entitlements of an app.
    case app(String)

    /// As in `domains.txt, line 3`.
    public var description: String {
        switch self {
        case .line(let line, let path): "\(path == "-" ? "standard input" : path), line \(line)"
        case .app(let source): source
        }
    }
}
