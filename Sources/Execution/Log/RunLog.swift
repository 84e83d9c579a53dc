import Audit
import Findings
import Records
import Settings
import Transport

/// The details of the log entries of a run.
enum RunLog {
    static func startDetails(_ run: RunFacts, targets: Int?, isExact: Bool) -> Evidence {
        var details: Evidence = [
            "tool": .string(run.toolVersion), "rules": .string(run.rulesVersion),
            // The names of settings are values, so that a log has the same fields for all settings.
            "settings": .array(
                run.options.entries.map { ["name": .string($0.key), "value": .string(text($0.value))] }),
        ]
        if let targets { details[isExact ? "targets" : "targetsAtMost"] = .integer(targets) }
        return details
    }

    private static func text(_ value: EvidenceValue) -> String {
        if case .string(let text) = value { text } else { value.jsonText }
    }

    static func domainDetails(_ report: DomainReport) -> Evidence {
        var details = identity(report)
        details["status"] = .string(report.status.rawValue)
        details["totalMs"] = .number(report.totalMs)
        details["attempts"] = .integer(report.attempts)
        if !report.findings.isEmpty { details["codes"] = .strings(report.findings.map(\.code.rawValue)) }
        if report.status == .invalid { details["notes"] = .strings(report.notes) }
        return details
    }

    private static func identity(_ report: DomainReport) -> Evidence {
        var details: Evidence = ["domain": .string(report.domain?.authority ?? report.input)]
        details["owner"] = report.people.owner.map { .string($0) }
        details["team"] = report.people.team.map { .string($0) }
        return details
    }

    /// Returns the details of the entries about new problems of a domain; unless `isCompared`, no finding is new.
    static func news(of report: DomainReport, isCompared: Bool) -> [Evidence] {
        var items: [Evidence] = []
        func add(_ change: String, where isNews: (Finding) -> Bool) {
            let codes = report.findings.filter(isNews).map(\.code)
            if !codes.isEmpty { items.append(newsItem(of: report, change: change, codes)) }
        }
        if isCompared {
            add("new") { report.change(of: $0) == .new }
            add("returned") { report.change(of: $0) == .returned }
        }
        if report.status == .unreachable {
            // Waived findings are not news, and neither is an outage that the previous run had.
            add("unreachable") { $0.isUnwaivedError && !(isCompared && $0.state == .still) }
        }
        return items
    }

    static func newsItem(of report: DomainReport, change: String, _ codes: [FindingCode]) -> Evidence {
        var details = identity(report)
        details["status"] = .string(report.status.rawValue)
        details["change"] = .string(change)
        details["code"] = codes.first.map { .string($0.rawValue) }
        details["codes"] = .strings(codes.map(\.rawValue))
        return details
    }

    static func endDetails(
        _ summary: RunSummary, excluded: Int, _ ending: RunEnding, outcome: RunExitCode, after duration: Duration,
        changes: RunChanges? = nil
    ) -> Evidence {
        var details: Evidence = [
            "complete": .boolean(ending.isComplete), "exitCode": .integer(Int(outcome.code.rawValue)),
            "targets": .integer(summary.targets), "seconds": .number(duration / .seconds(1)),
        ]
        if outcome.codes.count > 1 { details["exitCodes"] = .strings(outcome.codes.map { "\($0.rawValue)" }) }
        if let cause = ending.cause { details["incompleteBecause"] = .string(cause.rawValue) }
        if !ending.warnings.isEmpty { details["warnings"] = .strings(ending.warnings.map(\.code.rawValue)) }
        for status in DomainStatus.allCases { details[status.rawValue] = .integer(summary[status]) }
        if let changes {
            details["changes"] = [
                "previousRun": .string(changes.previousRun), "new": .integer(changes.new),
                "returned": .integer(changes.returned), "still": .integer(changes.still),
                "fixed": .integer(changes.fixed), "notCompared": .integer(changes.domainsNotCompared),
            ]
        }
        if excluded > 0 { details["excluded"] = .integer(excluded) }
        details["findings"] = .array(
            summary.findings.map { ["code": .string($0.code.rawValue), "count": .integer($0.count)] })
        return details
    }

    /// Returns the function that logs retries; `nil` if the log does not contain them.
    static func retryLogger(_ log: Log?) -> (@Sendable (Target, Exchange, Duration) -> Void)? {
        guard let log, log.includes(.debug) else { return nil }
        return { target, exchange, pause in
            var details: Evidence = [
                "domain": .string(target.domain.authority), "url": .string(exchange.url),
                "pauseMs": .number(pause / .milliseconds(1)),
            ]
            details["address"] = exchange.address.map { .string($0) }
            if let failure = exchange.failure {
                details["failure"] = .string(failure.kind.rawValue)
                details["phase"] = .string(failure.phase.rawValue)
                details["detail"] = .string(failure.detail)
            } else if let status = exchange.status {
                details["status"] = .integer(status)
            }
            log.write(.debug, "trying again", details)
        }
    }
}
