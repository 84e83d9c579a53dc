import Findings

/// The style of text: plain or colored.
///
/// Color only emphasizes what the words already express, so that no information is lost without it.
package enum TextStyle: Sendable, CaseIterable {
    /// Text without color.
    case plain
    /// Text with ANSI escape sequences (ECMA-48, SGR).
    case ansi

    enum Role: Sendable {
        case body
        case heading
        case error
        case warning
        case info
        case good
        case quiet
    }

    func paint(_ text: String, _ role: Role) -> String {
        guard self == .ansi, let parameters = Self.parameters(of: role) else { return text }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }

    private static func parameters(of role: Role) -> String? {
        switch role {
        case .body: nil
        case .heading: "1"
        case .error: "1;31"
        case .warning: "33"
        case .info: "36"
        case .good: "32"
        case .quiet: "2"
        }
    }
}

extension Severity {
    /// The role of text about a finding of this severity.
    var role: TextStyle.Role {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .info
        }
    }
}
