package import Audit
package import Findings

/// The exit code of a run, gathered as domains end.
package struct RunExitCode: Sendable {
    /// The exit codes that scripts rely on.
    package enum Code: Int32, Sendable, CaseIterable {
        /// Ran to the end, nothing at or above the threshold.
        case success = 0
        /// The tool itself failed.
        case toolFailed = 1
        /// Findings at or above the threshold.
        case findings = 2
        /// The configuration file is wrong; nothing ran.
        case configurationWrong = 3
        /// No such findings, but at least one domain could not be checked.
        case unreachable = 4
        /// Some targets could not be understood.
        case invalidTargets = 65
        /// Interrupted.
        case interrupted = 130
    }

    /// Whether the run was interrupted, or cut off by its deadline.
    package var isInterrupted = false
    /// Whether the tool itself failed, for example because the disk was full.
    package var hasToolFailed = false
    /// Whether the message about the run could not be delivered.
    package var isNotDelivered = false
    /// Whether the run is in doubt: then no finding says anything about its domain.
    package var isInDoubt = false
    /// The number of domains that could not be reached for a reason that was not waived.
    package private(set) var unreachable = 0

    /// The number of findings that are listed as the cause of the exit code.
    private static let namedFindings = 10

    /// The condition under which the run counts as failed.
    package let threshold: FailureThreshold
    private let skipsInvalid: Bool
    private let allowsUnreachable: Bool
    /// The findings at or above the threshold: their number, and the first ones.
    package private(set) var counted = Listed<(domain: String, code: FindingCode)>()
    private var hasInvalid = false

    /// Creates the outcome of a run in which nothing has happened yet.
    ///
    /// - Parameters:
    ///   - threshold: What makes the run count as failed.
    ///   - skipsInvalid: Whether targets that cannot be understood are no failure.
    ///   - allowsUnreachable: Whether domains that could not be checked are no failure.
    package init(
        threshold: FailureThreshold = .error, skipsInvalid: Bool = false, allowsUnreachable: Bool = false
    ) {
        self.threshold = threshold
        self.skipsInvalid = skipsInvalid
        self.allowsUnreachable = allowsUnreachable
    }

    /// Counts the domain at `index` of the list; what is known of an unreachable one never reaches the threshold.
    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        switch report.status {
        case .unreachable:
            // A network failure that was waived, or is no error here, is no reason to fail.
            if report.findings.contains(where: { FailureThreshold.error.counts($0) }) { unreachable += 1 }
        case .invalid: hasInvalid = true
        case .pass, .accepted, .warn, .fail:
            for finding in report.findings where threshold.counts(finding) {
                counted.add((report.name, finding.code), at: index, keeping: Self.namedFindings)
            }
        }
    }

    /// The codes that hold, the weightiest first: 130, 1, 2, 65, 4.
    package var codes: [Code] {
        var codes: [Code] = []
        if isInterrupted { codes.append(.interrupted) }
        // A scheduler may take findings for an ordinary night: somebody who was not told of them is none.
        if hasToolFailed || isNotDelivered { codes.append(.toolFailed) }
        if counted.count > 0, !isInDoubt { codes.append(.findings) }
        if hasInvalid && !skipsInvalid { codes.append(.invalidTargets) }
        if unreachable > 0 && !allowsUnreachable || isInDoubt { codes.append(.unreachable) }
        return codes
    }

    /// The code of the run: the weightiest of those that hold.
    package var code: Code { codes.first ?? .success }
}
