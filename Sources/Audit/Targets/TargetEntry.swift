/// One input of a run and its interpretation.
package struct TargetEntry: Hashable, Sendable {
    /// The input, redacted and truncated for reports.
    package var input: String
    /// The target, or the reason why the input is invalid.
    package var result: Result<Target, TargetError>

    /// The index of the row in the run, from 0; set by ``TargetStream``.
    package var index = 0
    /// The origin of the input; `nil` for an argument on the command line.
    package var origin: TargetOrigin?

    package init(input: String, result: Result<Target, TargetError>) {
        self.input = input
        self.result = result
    }

    package init(_ text: String) {
        input = TargetParser.shown(text)
        result = Result { () throws(TargetError) in try TargetParser.parse(text) }
    }
}

package enum TargetOrigin: Hashable, Sendable, CustomStringConvertible {
    /// A line of a list or a configuration, with the path as the user wrote it; `-` is the standard input.
    case line(Int, of: String)
    case app(String)

    package var description: String {
        switch self {
        case .line(let line, let path): "\(path == "-" ? "standard input" : path), line \(line)"
        case .app(let source): source
        }
    }
}
