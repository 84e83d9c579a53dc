/// Whether text for people is coloured (`--color`).
package enum ColorChoice: String, Sendable, CaseIterable {
    /// On a terminal that understands it, unless `NO_COLOR` is set (no-color.org).
    case auto
    /// Always.
    case always
    /// Never.
    case never

    /// Whether to use colours.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the text goes to a terminal.
    ///   - environment: The environment of the process: `NO_COLOR` and `TERM` count.
    /// - Returns: Whether the text is coloured.
    package func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }
}
