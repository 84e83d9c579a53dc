/// The setting for colored text (`--color`).
package enum ColorChoice: String, Sendable, CaseIterable {
    /// Color on terminals that support it, unless `NO_COLOR` is set (no-color.org).
    case auto
    /// Color for all destinations.
    case always
    /// No color.
    case never

    /// Returns whether text is colored.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the text is written to a terminal.
    ///   - environment: The environment of the process, of which `NO_COLOR` and `TERM` are used.
    /// - Returns: Whether the text is colored.
    package func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }
}
