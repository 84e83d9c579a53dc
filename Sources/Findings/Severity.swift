/// The importance of a finding for the owners of the links that should open an app.
public enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
    /// A finding that is worth showing, but requires no action.
    case info
    /// A finding that affects only some systems, depends on undocumented leniency, or is very likely a mistake.
    case warning
    /// A finding that breaks a supported feature, or makes a rule ineffective.
    case error

    /// Whether `left` is less severe than `right`, from `info` to `error`.
    public static func < (left: Severity, right: Severity) -> Bool {
        switch (left, right) {
        case (.info, .warning), (.info, .error), (.warning, .error): true
        default: false
        }
    }
}
