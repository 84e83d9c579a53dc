/// The ending of a run: information that readers need before they trust its totals.
package struct RunEnding: Hashable, Sendable, Codable {
    package enum Cause: String, Codable, Sendable, CaseIterable {
        case interrupted
        case runDeadline = "run-deadline"
        case listUnreadable = "list-unreadable"
    }

    private enum CodingKeys: String, CodingKey {
        case isComplete = "complete"
        case cause, warnings
    }

    /// Whether the run reached the end of its list, so that every target has a result.
    package var isComplete: Bool
    /// Whether ``isComplete`` is only assumed, as for NDJSON lines, which do not state whether their run is complete.
    package var isCompletenessAssumed = false
    /// The reason why the run ended early; `nil` for a complete run, or if unknown because the process was killed.
    package var cause: Cause?
    package var warnings: [RunWarning]

    package init(isComplete: Bool, cause: Cause? = nil, warnings: [RunWarning] = []) {
        self.isComplete = isComplete
        self.cause = cause
        self.warnings = warnings
    }

    /// Whether most failures probably have a local cause, so that results for individual domains cannot be trusted, and
    /// later runs are not compared with this run.
    package var isInDoubt: Bool { warnings.contains { $0.code.putsRunInDoubt } }

    /// Whether old runs are deleted at the end of this run.
    ///
    /// Old runs are kept if this run ended early, except by its deadline; if its results cannot be trusted; and if a
    /// wrong clock makes the ages of runs unreliable.
    package var deletesOldRuns: Bool {
        (isComplete || cause == .runDeadline) && !isInDoubt && !warnings.contains { $0.code == .clockDiffers }
    }
}

/// A warning about a run as a whole, usually about a problem that is unrelated to individual domains.
package struct RunWarning: Hashable, Sendable, Codable {
    package enum Code: String, Codable, Sendable, CaseIterable {
        case targetsDropped = "targets-dropped"
        /// Waivers of existing findings end within a week.
        case waiversEnding = "waivers-ending"
        /// Findings are new or have returned, and determine the exit code (`--fail-on regression`).
        case regressions
        /// The run has fewer targets than the minimum (`--min-targets`).
        case targetsTooFew = "targets-too-few"
        /// The number of unreachable domains exceeds the maximum (`--max-unreachable`).
        case unreachableTooMany = "unreachable-too-many"
        /// The certificates of most domains have dates that only a wrong clock explains.
        case clockWrong = "clock-wrong"
        /// The clock disagrees with the servers' clocks or the previous run, without effect so far.
        case clockDiffers = "clock-differs"
        case namesNotResolved = "names-not-resolved"
        /// Connections to most domains failed, although the domains have different addresses.
        case networkUnreachable = "network-unreachable"
        case proxyUnavailable = "proxy-unavailable"
        /// The certificates of most domains were signed by one issuer that is not trusted.
        case tlsIntercepted = "tls-intercepted"
        /// The certificates of most domains, from several issuers, are not trusted.
        case authoritiesMissing = "authorities-missing"
        /// Most domains responded that this machine sends too many requests.
        case rateLimited = "rate-limited"
        /// No domain could be checked, although the domains have different addresses or parent domains.
        case nothingChecked = "nothing-checked"
        /// One of several runs in a combined report is in doubt.
        case partInDoubt = "part-in-doubt"
        /// The report contains only a part of the run's domains.
        case domainsLeftOut = "domains-left-out"
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var isFailure: Bool { code.exitCode != nil }
}

extension RunWarning.Code {
    /// Whether the results of the run cannot be trusted.
    package var putsRunInDoubt: Bool { exitCode != nil && self != .targetsTooFew }

    /// The exit code that the warning causes, unless a more severe one applies; `nil` if it is only informative.
    package var exitCode: RunExitCode.Code? {
        switch self {
        case .targetsDropped, .waiversEnding, .regressions, .clockDiffers, .partInDoubt, .domainsLeftOut: nil
        case .targetsTooFew, .unreachableTooMany: .toolFailed
        case .clockWrong, .namesNotResolved, .networkUnreachable, .proxyUnavailable, .tlsIntercepted,
            .authoritiesMissing, .rateLimited, .nothingChecked:
            .unreachable
        }
    }
}
