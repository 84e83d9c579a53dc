package import Findings

/// The condition under which a run counts as failed (`--fail-on`).
package enum FailureThreshold: String, Sendable, CaseIterable {
    /// A finding of severity error.
    case error
    /// A finding of severity warning or error.
    case warning
    /// A finding of severity error that the run before did not have; it takes a history to know.
    case regression
    /// Nothing.
    case never

    /// Whether it takes a history to know what counts.
    package var takesHistory: Bool { self == .regression }

    /// Whether `finding` counts; a waived one never does.
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
