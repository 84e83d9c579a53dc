import Basics

/// An error in reading a list of targets, which the user can fix.
public enum ListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened.
    case unreadable(path: String, reason: String)
    /// Reading failed after a line; 0 if it failed before the first one.
    case brokenOff(path: String, line: Int, reason: String)
    /// The file is not UTF-8 text.
    case notUTF8(path: String, found: String)
    /// The header of a CSV file has no `domain` column, but a column with a similar name.
    case noDomainColumn(path: String, found: String)
    /// A quoted field of a CSV file is not closed.
    case unterminatedQuote(path: String, line: Int)
    /// An expression for `--exclude` cannot be read.
    case badExpression(String)

    /// A description of the problem, its position, and the expected input.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(Self.name(path)) cannot be read: \(reason)"
        case .brokenOff(let path, let line, let reason):
            "\(Self.name(path)) could not be read completely: \(reason)\(line > 0 ? " after line \(line)" : ""); the "
                + "rest was skipped"
        case .notUTF8(let path, let found): "\(Self.name(path)) is \(found); save it as UTF-8 text"
        case .noDomainColumn(let path, let found):
            "\(Self.name(path)) has no column “domain” in its header; rename the column \(VisibleText.quote(found)) to "
                + "“domain”"
        case .unterminatedQuote(let path, let line):
            "\(Self.name(path)) has a quoted field that begins on line \(line) and is not closed; add the closing quote. "
                + "Reading stopped there"
        case .badExpression(let text):
            "\(VisibleText.quote(text)) is not a regular expression for --exclude; "
                + "to exclude the hosts that begin with “staging.”, write ^staging[.]"
        }
    }

    private static func name(_ path: String) -> String { path == "-" ? "the standard input" : "the list \(path)" }
}
