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
