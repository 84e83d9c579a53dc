/// The importance of a finding for the owners of the links that should open an app.
public enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
    /// Worth showing, needs no action.
    case info
    /// Works on some systems only, depends on undocumented leniency, or is very likely a mistake.
    case warning
    /// A supported route fails, or a rule cannot do what it says.
    case error

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }

    /// Orders by weight: `info` is the least, `error` the greatest.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}
