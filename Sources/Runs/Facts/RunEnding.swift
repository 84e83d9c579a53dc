/// The ending of a run: the information that a reader needs before trusting its totals.
package struct RunEnding: Hashable, Sendable, Codable {
    /// Why a run did not come to the end of its list.
    package enum Cause: String, Codable, Sendable, CaseIterable {
        /// Somebody stopped it.
        case interrupted
        /// Its time was up.
        case runDeadline = "run-deadline"
        /// The list could not be read to its end.
        case listUnreadable = "list-unreadable"
    }

    /// Whether the run came to the end of its list.
    package var complete: Bool
    /// Why it did not; `nil` where it did, and where nobody knows, as of a process that was killed.
    package var cause: Cause?
    /// The warnings about the run as a whole.
    package var warnings: [RunWarning]

    /// Creates an ending.
    package init(complete: Bool, cause: Cause? = nil, warnings: [RunWarning] = []) {
        self.complete = complete
        self.cause = cause
        self.warnings = warnings
    }

    /// Whether the cause of most failures is probably on this side: then what the run says of single domains is not to be
    /// believed, and no later run is compared with it.
    package var isInDoubt: Bool { warnings.contains { $0.code.isDoubt } }

    /// Whether runs that are too old are deleted at the end of this one.
    ///
    /// By a clock that may be wrong no run is old, and one that was stopped has nothing to do any more.
    package var deletesOldRuns: Bool {
        (complete || cause == .runDeadline) && !isInDoubt && !warnings.contains { $0.code == .clockDiffers }
    }

    /// The reason why the run was cut off, as the beginning of a sentence; `nil` for a complete run.
    package var interruption: String? {
        guard !complete else { return nil }
        return switch cause {
        case .interrupted, nil: "The run was interrupted"
        case .runDeadline: "The run was cut off by --run-deadline"
        case .listUnreadable: "The list could not be read to its end"
        }
    }
}

/// Something that is to be said of a run as a whole, above all what looks wrong with it whatever its domains are like.
package struct RunWarning: Hashable, Sendable, Codable {
    /// The kind of a warning.
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// The run has far fewer targets than the one before it.
        case targetsDropped = "targets-dropped"
        /// Waivers that cover findings end within a week.
        case waiversEnding = "waivers-ending"
        /// Findings are new or have returned, and make the exit code (`--fail-on regression`).
        case regressions
        /// The run has fewer targets than the user allows (`--min-targets`).
        case targetsTooFew = "targets-too-few"
        /// More domains could not be reached than the user allows (`--max-unreachable`).
        case unreachableTooMany = "unreachable-too-many"
        /// The certificates of most domains have dates that only a wrong clock explains.
        case clockWrong = "clock-wrong"
        /// The clock differs from those of the servers, without harm so far.
        case clockDiffers = "clock-differs"
        /// The names of most domains could not be resolved.
        case namesNotResolved = "names-not-resolved"
        /// Most domains, at different addresses, could not be connected to.
        case networkUnreachable = "network-unreachable"
        /// The proxy failed for most domains.
        case proxyUnavailable = "proxy-unavailable"
        /// One issuer that is not trusted signed the certificates of most domains.
        case tlsIntercepted = "tls-intercepted"
        /// Certificates by different issuers are all not trusted.
        case authoritiesMissing = "authorities-missing"
        /// Most domains answered that this machine asks too often.
        case rateLimited = "rate-limited"
        /// Not one domain could be checked, at different addresses or below different names.
        case nothingChecked = "nothing-checked"
        /// Some of the reports that the run is made of are in doubt.
        case partInDoubt = "part-in-doubt"
        /// Only some domains of the run are shown.
        case domainsLeftOut = "domains-left-out"
    }

    /// The kind of the warning.
    package var code: Code
    /// A message that states what was found and what was expected, in complete sentences.
    package var message: String

    /// Creates a warning.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the run fails because of it.
    package var isFailure: Bool { code.exitCode != nil }
}

extension RunWarning.Code {
    /// Whether a run with this warning is in doubt: the cause of most failures is probably on this side.
    package var isDoubt: Bool { meaning.isDoubt }

    /// The exit code that a run has because of it, unless a weightier one holds; `nil` where somebody should look and no more.
    package var exitCode: RunExitCode.Code? { meaning.exitCode }

    private var meaning: (isDoubt: Bool, exitCode: RunExitCode.Code?) {
        switch self {
        case .targetsDropped, .waiversEnding, .regressions, .clockDiffers, .partInDoubt, .domainsLeftOut: (false, nil)
        case .targetsTooFew: (false, .toolFailed)
        case .unreachableTooMany: (true, .toolFailed)
        case .clockWrong, .namesNotResolved, .networkUnreachable, .proxyUnavailable, .tlsIntercepted,
            .authoritiesMissing, .rateLimited, .nothingChecked:
            (true, .unreachable)
        }
    }
}
