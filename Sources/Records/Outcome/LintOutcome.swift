package import Audit
import Findings

/// The exit code of `lint`, determined file by file.
package struct LintOutcome: Hashable, Sendable {
    private let threshold: FailureThreshold
    private var hasFindings = false
    private var hasUnreadable = false

    /// Creates an outcome without files.
    package init(threshold: FailureThreshold = .error) {
        self.threshold = threshold
    }

    /// Adds one file.
    package mutating func add(_ report: LintReport) {
        if report.status == .unreadable { hasUnreadable = true }
        if report.findings.contains(where: { threshold.counts($0) }) { hasFindings = true }
    }

    /// 2 for findings at or above the threshold, else 4 if a file could not be read, else 0.
    package var code: RunExitCode.Code {
        if hasFindings { return .findings }
        return hasUnreadable ? .unreachable : .success
    }
}
