package import Findings

package import struct Foundation.Date

/// What makes a run count as failed (`--fail-on`).
public enum FailureThreshold: String, Sendable, CaseIterable {
    /// A finding of severity error.
    case error
    /// A finding of severity warning or error.
    case warning
    /// A finding of severity error that the run before did not have; it takes a history to know.
    case regression
    /// Nothing.
    case never
    /// A finding of severity error that came after the baseline, until it is fixed or accepted; it takes a history to know.
    case new

    /// Whether it takes a history to know what counts.
    public var takesHistory: Bool { self == .regression || self == .new }

    /// Whether `finding` counts; a waived one never does.
    ///
    /// `baseline` is when the run began before which nothing is new; `nil` where there is none yet.
    package func counts(_ finding: Finding, since baseline: Date? = nil) -> Bool {
        guard finding.waived == nil else { return false }
        return switch self {
        case .error: finding.severity == .error
        case .warning: finding.severity >= .warning
        case .regression: finding.severity == .error && (finding.state == .new || finding.state == .returned)
        case .new:
            finding.severity == .error
                && (baseline.map { baseline in finding.firstSeen.map { $0 > baseline } ?? true } ?? false)
        case .never: false
        }
    }
}
