package import Audit
package import Findings

/// Derives the exit code of a run from its results.
package struct RunExitCode: Sendable {
    /// The exit codes that scripts rely on, from the least to the most severe; the most severe one that applies counts.
    package enum Code: Int32, Sendable, CaseIterable, Comparable {
        /// The run completed without findings at or above the threshold.
        case success = 0
        /// No findings at or above the threshold, but a domain could not be checked; or the run is in doubt.
        case unreachable = 4
        case invalidTargets = 65
        case findings = 2
        case toolFailed = 1
        /// The configuration file is invalid; nothing was run.
        case configurationWrong = 3
        case interrupted = 130

        package static func < (left: Self, right: Self) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }
    }

    /// Whether the run was interrupted, or ended by its deadline.
    package var isInterrupted = false
    package var hasToolFailed = false
    package var hasUndeliveredMessage = false
    package var isInDoubt = false
    /// The number of unreachable domains with an error that is not waived.
    package private(set) var unreachableCount = 0

    private static let maxNamedFindings = 10

    package let threshold: FailureThreshold
    private let skipsInvalid: Bool
    private let allowsUnreachable: Bool
    /// The number of findings at or above the threshold, and the first few of these findings.
    package private(set) var countedFindings = LimitedList<(domain: String, code: FindingCode)>()
    private var hasInvalidTarget = false

    package init(threshold: FailureThreshold = .error, skipsInvalid: Bool = false, allowsUnreachable: Bool = false) {
        self.threshold = threshold
        self.skipsInvalid = skipsInvalid
        self.allowsUnreachable = allowsUnreachable
    }

    /// Counts the domain at `index` of the list; the last known findings of an unreachable domain do not count.
    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        switch report.status {
        case .unreachable:
            // A waived or downgraded network failure does not count.
            if report.findings.contains(where: { FailureThreshold.error.isReached(by: $0) }) { unreachableCount += 1 }
        case .invalid: hasInvalidTarget = true
        case .pass, .accepted, .warn, .fail:
            for finding in report.findings where threshold.isReached(by: finding) {
                countedFindings.add((report.name, finding.code), at: index, keeping: Self.maxNamedFindings)
            }
        }
    }

    /// The applicable codes, the most severe first; findings do not count if the run is in doubt.
    package var codes: [Code] {
        var codes: [Code] = []
        if isInterrupted { codes.append(.interrupted) }
        // An undelivered message precedes findings, because a scheduler may ignore the exit code for findings.
        if hasToolFailed || hasUndeliveredMessage { codes.append(.toolFailed) }
        if countedFindings.count > 0, !isInDoubt { codes.append(.findings) }
        if hasInvalidTarget && !skipsInvalid { codes.append(.invalidTargets) }
        if (unreachableCount > 0 && !allowsUnreachable) || isInDoubt { codes.append(.unreachable) }
        return codes
    }

    package var code: Code { codes.first ?? .success }
}

/// The condition under which a run counts as failed (`--fail-on`).
package enum FailureThreshold: String, Sendable, CaseIterable {
    case error
    case warning
    /// A finding of severity error that the previous run did not have; requires a history.
    case regression
    case never

    package var requiresHistory: Bool { self == .regression }

    /// Returns whether `finding` makes the run fail; a waived finding never does.
    package func isReached(by finding: Finding) -> Bool {
        guard finding.waived == nil else { return false }
        return switch self {
        case .error: finding.severity == .error
        case .warning: finding.severity >= .warning
        case .regression: finding.severity == .error && (finding.state == .new || finding.state == .returned)
        case .never: false
        }
    }
}
