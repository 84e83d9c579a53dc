package import Findings

/// The condition under which a run counts as failed (`--fail-on`).
package enum FailureThreshold: String, Sendable, CaseIterable {
    /// A finding of severity error.
    case error
    /// A finding of severity warning or error.
    case warning
    /// A finding of severity error that the previous run did not have; requires a history.
    case regression
    /// No finding.
    case never

    /// Whether a history is required.
    package var requiresHistory: Bool { self == .regression }

    /// Returns whether `finding` counts; waived findings never do.
    package func counts(_ finding: Finding) -> Bool {
        guard finding.waived == nil else { return false }
        return switch self {
        case .error: finding.severity == .error
        case .warning: finding.severity >= .warning
        case .regression: finding.severity == .error && (finding.state == .new || finding.state == .returned)
        case .never: false
        }
    }
}
