import Audit
import Findings
import Logging
import Runs
import Transport

/// What the log says about a run and its domains.
enum RunLog {
    /// The beginning of a run: its settings as reports show them, without anything secret.
    static func started(_ run: RunFacts, targets: Int?, isExact: Bool) -> Evidence {
        var details: Evidence = [
            "run": .string(run.id), "tool": .string(run.toolVersion), "rules": .string(run.rulesVersion),
            "settings": .object(run.options),
        ]
        if let targets { details[isExact ? "targets" : "targetsAtMost"] = .integer(targets) }
        return details
    }

    /// The end of a domain.
    static func domain(_ report: DomainReport) -> Evidence {
        var details: Evidence = [
            "domain": .string(report.domain?.host ?? report.input), "status": .string(report.status.rawValue),
            "totalMs": .number(report.totalMs), "attempts": .integer(report.attempts),
        ]
        if !report.findings.isEmpty { details["findings"] = .strings(report.findings.map(\.code.rawValue)) }
        if report.status == .invalid { details["notes"] = .strings(report.notes) }
        return details
    }

    /// The end of a run.
    static func ended(
        _ digest: RunDigest, excluded: Int, _ ending: RunEnding, outcome: RunExitCode, after duration: Duration,
        changes: RunChanges? = nil
    ) -> Evidence {
        var details: Evidence = [
            "complete": .boolean(ending.complete), "exitCode": .integer(Int(outcome.code.rawValue)),
            "targets": .integer(digest.total), "seconds": .number(duration / .seconds(1)),
        ]
        // What the exit code alone does not say.
        if outcome.codes.count > 1 { details["exitCodes"] = .strings(outcome.codes.map { "\($0.rawValue)" }) }
        if let cause = ending.cause { details["incompleteBecause"] = .string(cause.rawValue) }
        if !ending.warnings.isEmpty { details["warnings"] = .strings(ending.warnings.map(\.code.rawValue)) }
        for status in DomainStatus.allCases { details[status.rawValue] = .integer(digest.summary[status]) }
        if let changes {
            details["changes"] = [
                "previousRun": .string(changes.previousRun), "new": .integer(changes.new),
                "returned": .integer(changes.returned), "still": .integer(changes.still),
                "fixed": .integer(changes.fixed), "notCompared": .integer(changes.notCompared),
            ]
        }
        if excluded > 0 { details["excluded"] = .integer(excluded) }
        var findings: Evidence = [:]
        for (code, count) in digest.summary.findings { findings[code.rawValue] = .integer(count) }
        if !findings.isEmpty { details["findings"] = .object(findings) }
        return details
    }

    /// Writes to the log when something about a domain is tried again; `nil` where no log wants to know.
    static func retries(_ log: Logger?) -> (@Sendable (Target, Exchange, Duration) -> Void)? {
        guard let log, log.logLevel <= .debug else { return nil }
        return { target, exchange, pause in
            var details: Evidence = [
                "domain": .string(target.domain.authority), "url": .string(exchange.url),
                "pauseMs": .number(pause / .milliseconds(1)),
            ]
            if let address = exchange.address { details["address"] = .string(address) }
            if let failure = exchange.failure {
                details["failure"] = .string(failure.kind.rawValue)
                details["phase"] = .string(failure.phase.rawValue)
                details["detail"] = .string(failure.detail)
            } else if let status = exchange.status {
                details["status"] = .integer(status)
            }
            log.debug("trying again", metadata: details.metadata)
        }
    }
}
