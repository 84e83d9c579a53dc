import Audit
import Findings
import Platform

/// The style of text: plain or colored.
///
/// Color only emphasizes information that the words contain, so that plain text contains all information.
package enum TextStyle: Sendable, CaseIterable {
    case plain
    /// Text with ANSI escape sequences (ECMA-48, SGR).
    case ansi

    /// The role of a piece of text; the raw value consists of the parameters of its escape sequence.
    enum Role: String, Sendable {
        case body = ""
        case heading = "1"
        case error = "1;31"
        case warning = "33"
        case info = "36"
        case good = "32"
        case quiet = "2"
    }

    func paint(_ text: String, _ role: Role) -> String {
        self == .ansi && role != .body ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Severity {
    /// The word for a finding with the severity, which is also the level in SARIF.
    var levelName: String { self == .info ? "note" : rawValue }

    var role: TextStyle.Role {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .info
        }
    }

    var textLabel: TextLines.Label { .init(rawValue, role) }
}

extension LinkAnswer {
    var textLabel: TextLines.Label {
        switch self {
        case .yes: .init(word, .good)
        case .likely, .noLinks: .init(word)
        case .partly, .unknown: .init(word, .warning)
        case .no: .init(word, .error)
        }
    }
}

extension DomainStatus {
    var textLabel: TextLines.Label {
        switch self {
        case .pass: .init("PASS", .good)
        case .warn: .init("WARN", .warning)
        case .fail: .init("FAIL", .error)
        case .unreachable: .init("NOT CHECKED", .warning)
        case .invalid: .init("INVALID", .error)
        case .accepted: .init("ACCEPTED", .info)
        }
    }
}

package enum ColorChoice: String, Sendable, CaseIterable {
    /// Color on terminals that support it, unless `NO_COLOR` is set (no-color.org).
    case auto
    case always
    case never

    /// Returns whether text is colored, from the variables `NO_COLOR` and `TERM` of `environment`.
    package func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }
}

/// The destination of text, which determines its colors and the length of its lines.
package struct TextDestination: Sendable {
    package let isTerminal: Bool
    /// Whether a user may watch the text as it is written: on a terminal or a pipe, but not in a file.
    package let isWatchable: Bool
    /// The number of columns of the terminal, or 80 if it is unknown or less than 40; `nil` without a terminal.
    package let width: Int?

    package static var standardOutput: TextDestination {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let isFile = FileDescriptor(STDOUT_FILENO, closes: false).isRegular
        var size = winsize()
        let hasUsableWidth = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col >= 40
        let defaultWidth = isTerminal ? 80 : nil
        let width = hasUsableWidth ? Int(size.ws_col) : defaultWidth
        return TextDestination(isTerminal: isTerminal, isWatchable: !isFile, width: width)
    }

    package static let file = TextDestination(isTerminal: false, isWatchable: false, width: nil)
}
