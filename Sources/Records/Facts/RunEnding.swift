/// The ending of a run: information that readers need before they trust its totals.
package struct RunEnding: Hashable, Sendable, Codable {
    /// The reason why a run did not reach the end of its list.
    package enum Cause: String, Codable, Sendable, CaseIterable {
        case interrupted
        case runDeadline = "run-deadline"
        case listUnreadable = "list-unreadable"
    }

    private enum CodingKeys: CodingKey {
        case complete, cause, warnings
    }

    /// Whether the run reached the end of its list: if so, a missing domain is not one of its targets.
    package var complete: Bool
    /// Whether ``complete`` is only assumed, as for NDJSON lines, which do not contain it.
    package var isCompletenessAssumed = false
    /// The reason why it did not; `nil` for a complete run, and if unknown, for example if the process was killed.
    package var cause: Cause?
    package var warnings: [RunWarning]

    package init(complete: Bool, cause: Cause? = nil, warnings: [RunWarning] = []) {
        self.complete = complete
        self.cause = cause
        self.warnings = warnings
    }

    /// Whether most failures probably have a local cause: if so, results about single domains cannot be trusted, and
    /// no later run is compared with this one.
    package var isInDoubt: Bool { warnings.contains { $0.code.isDoubt } }

    /// Whether old runs are deleted at the end of this one.
    ///
    /// Not if the clock may be wrong, because ages are then unreliable, and not if the run was stopped.
    package var deletesOldRuns: Bool {
        (complete || cause == .runDeadline) && !isInDoubt && !warnings.contains { $0.code == .clockDiffers }
    }

    /// The reason why the run was interrupted, as the beginning of a sentence; `nil` for a complete run.
    package var interruption: String? {
        guard !complete else { return nil }
        return switch cause {
        case .interrupted, nil: "The run was interrupted"
        case .runDeadline: "The run was cut off by --run-deadline"
        case .listUnreadable: "The list could not be read to its end"
        }
    }
}

/// A warning about a run as a whole, mostly about problems that are unrelated to individual domains.
package struct RunWarning: Hashable, Sendable, Codable {
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// The run has far fewer targets than the previous one.
        case targetsDropped = "targets-dropped"
        /// Waivers of existing findings end within a week.
        case waiversEnding = "waivers-ending"
        /// Findings are new or have returned, and determine the exit code (`--fail-on regression`).
        case regressions
        /// The run has fewer targets than the minimum (`--min-targets`).
        case targetsTooFew = "targets-too-few"
        /// More domains could not be reached than the maximum (`--max-unreachable`).
        case unreachableTooMany = "unreachable-too-many"
        /// The certificates of most domains have dates that only a wrong clock explains.
        case clockWrong = "clock-wrong"
        /// The clock differs from those of the servers, without effect so far.
        case clockDiffers = "clock-differs"
        case namesNotResolved = "names-not-resolved"
        /// Most domains, at different addresses, could not be connected to.
        case networkUnreachable = "network-unreachable"
        case proxyUnavailable = "proxy-unavailable"
        /// The certificates of most domains were signed by one issuer that is not trusted.
        case tlsIntercepted = "tls-intercepted"
        /// Certificates by several issuers are not trusted.
        case authoritiesMissing = "authorities-missing"
        /// Most domains responded that this machine sends too many requests.
        case rateLimited = "rate-limited"
        /// No domain could be checked, at different addresses or below different names.
        case nothingChecked = "nothing-checked"
        case partInDoubt = "part-in-doubt"
        case domainsLeftOut = "domains-left-out"
    }

    package var code: Code
    /// A message that states what was found and what was expected, in complete sentences.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var isFailure: Bool { code.exitCode != nil }
}

extension RunWarning.Code {
    /// Whether a run with this warning is in doubt: most failures probably have a local cause.
    package var isDoubt: Bool { exitCode != nil && self != .targetsTooFew }

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
