import Findings

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
    var noun: String { self == .info ? "note" : rawValue }

    var role: TextStyle.Role {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .info
        }
    }
}

/// The setting for colored text (`--color`).
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
