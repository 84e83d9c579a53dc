import Audit
import Basics
import CrawlSchedule
import Findings
import History
import Records
import Reports
import Settings
import Transport

import struct Foundation.Date

extension AuditRun {
    // MARK: Before the first domain

    func warnOfConcurrency() {
        let limit = crawlSettings.maxConcurrency
        guard let wanted = settings.network.values.maxConcurrency, wanted > limit, (extent.maxCount ?? .max) > limit
        else { return }
        console.warn(
            "The limit of open files allows only \(Phrase.number(limit)) domains at once, not "
                + "\(Phrase.number(wanted)). To raise it, use `ulimit -n`.")
    }

    func warnOfIneffectiveSettings() {
        console.warn(settings.targets.remarks, more: "remarks on entitlements")
        if let replaced = settings.replacedOutputs {
            console.notice(
                "These outputs of the configuration are not written, because \(replaced.source) specifies others: "
                    + "\(replaced.outputs.map { VisibleText.escape($0) }.joined(separator: ", ")).")
        }
        if !settings.receivers.isEmpty, history == nil {
            console.notice("Without a database, each message lists every error. For changes only, use --db FILE.")
        }
    }

    func printRecheckNotes(of configuration: String, unlisted: [String]) {
        let start = comparedRun?.record.facts.startedAt
        let comparison =
            start.map { "Findings are compared with the run of \($0.minuteText)" }
            ?? "There is no run yet to compare them with"
        console.notice(
            "Re-checking only the domains on the command line, with the settings from "
                + "\(VisibleText.escape(configuration)). The run is not stored, no message is sent, and only "
                + "reports given with -o are written. \(comparison).")
        for remark in Configuration.remarks(onUnlisted: unlisted, in: configuration) { console.warn(remark) }
    }

    // MARK: Domains

    func bufferNews(_ report: DomainReport, isCompared: Bool) {
        guard console.log != nil else { return }
        recordChanged(newsBuffer.add(RunLog.news(of: report, isCompared: isCompared), isInDoubt: tally.isInDoubtSoFar))
    }

    /// Logs the remaining news; for a run in doubt, only that it is in doubt.
    func logRemainingNews(_ ending: RunEnding) {
        recordChanged(newsBuffer.take(isInDoubt: ending.isInDoubt))
        if ending.isInDoubt {
            console.record(
                .warning, "run in doubt",
                [
                    "warnings": .strings(ending.warnings.filter(\.code.putsRunInDoubt).map(\.code.rawValue)),
                    "targets": .integer(tally.summary.targets),
                    "unreachable": .integer(tally.summary[.unreachable]),
                ])
        } else if newsBuffer.omittedCount > 0 {
            let details: Evidence = ["lines": .integer(newsBuffer.omittedCount)]
            console.record(.warning, "lines of changed domains were left out", details)
        }
    }

    private func recordChanged(_ lines: [Evidence]) {
        for details in lines { console.record(.warning, "domain changed", details) }
    }

    /// Logs resolved findings, which are known only after the comparison with the previous run.
    func logResolvedFindings(_ report: DomainReport, _ codes: [FindingCode]) {
        console.record(.warning, "domain changed", RunLog.newsItem(of: report, change: "fixed", codes))
    }

    // MARK: After the last domain

    func printInterruptedProgress(_ ending: RunEnding) {
        let limit = knownTargets == nil ? "at most " : ""
        let part = extent.maxCount == nil ? "" : "\(Phrase.number(tally.summary.targets)) of \(limit)"
        let text = "The report contains \(part)\(Phrase.count(extent.maxCount ?? tally.summary.targets, "domain"))."
        if ending.cause == .runDeadline, let interruption = ending.interruption {
            console.error("\(interruption): \(text)")
        } else if Task.isCancelled {
            console.printNote(text)
        }
    }

    func printTotals(_ counts: TargetStream.Counts, _ ending: RunEnding, elapsed: Duration) {
        let output = settings.output.values
        if knownTargets == nil, !output.noProgress, !output.quiet {
            let lines = tally.summary.closingLines(
                tally.slowest, duplicates: counts.duplicates, excluded: counts.excluded, elapsed: elapsed,
                pause: output.verbose ? transport.longestPause : nil)
            for line in lines { console.printNote(line) }
        }
        if let shard = settings.targets.shard {
            console.printNote(
                "This is shard \(shard) of the list: \(Phrase.count(counts.inOtherShards, "input")) "
                    + "\(counts.inOtherShards == 1 ? "belongs" : "belong") to other shards.")
            console.record(
                .info, "inputs belong to other shards of the list",
                ["shard": .string("\(shard)"), "inputs": .integer(counts.inOtherShards)])
        }
        let now = Date()
        warn(of: tally.waiverUse.endedRules(at: now)) { "ended on \($0.waiver.until ?? ""); its finding counts again" }
        if output.verbose, ending.isComplete {
            warn(of: tally.waiverUse.unused) { rule in
                (rule.hasEnded(at: now) ? "ended on \(rule.waiver.until ?? "") and " : "") + "matched no finding"
            }
        }
        if counts.duplicates > 0 {
            console.record(
                .warning, "inputs repeated a target; each target was audited once",
                ["duplicates": .integer(counts.duplicates)])
        }
        printCountedFindings()
        printOtherExitCodes(ending)
    }

    private func warn(of rules: [WaiverRule], _ problem: (WaiverRule) -> String) {
        let warnings = rules.map { rule in
            let origin = rule.origin.map { " (\($0))" } ?? ""
            let waiver = "\(rule.code.rawValue) on \(VisibleText.escape(rule.extent))\(origin)"
            return "The waiver for \(waiver) \(problem(rule))."
        }
        console.warn(warnings, more: "waivers")
    }

    private func printCountedFindings() {
        let outcome = tally.outcome
        guard outcome.code == .findings, let text = tally.countedFindingsText else { return }
        console.printNote("Exit code 2 because \(outcome.threshold.requiresHistory ? "" : "of ")\(text)")
        console.record(
            .warning, "findings make the exit code",
            [
                "failOn": .string(outcome.threshold.rawValue), "findings": .integer(outcome.countedFindings.count),
                "first": .strings(outcome.countedFindings.items.map { "\($0.domain): \($0.code.rawValue)" }),
            ])
    }

    private func printOtherExitCodes(_ ending: RunEnding) {
        guard ending.isComplete || ending.cause != nil || Task.isCancelled else { return }
        let codes = tally.outcome.codes
        guard let first = codes.first, first == .interrupted || first == .toolFailed, codes.count > 1 else { return }
        let next = codes[1]
        let reason = next == .unreachable && ending.isInDoubt ? "a run in doubt" : next.meaning
        console.error(
            "Exit code \(first.rawValue) because of \(first.meaning); otherwise it would be "
                + "\(next.rawValue) (\(reason)).")
    }
}

extension RunExitCode.Code {
    fileprivate var meaning: String {
        switch self {
        case .success: "success"
        case .toolFailed: "the errors above"
        case .findings: "findings"
        case .configurationWrong: "a wrong configuration"
        case .unreachable: "domains not checked"
        case .invalidTargets: "invalid targets"
        case .interrupted: "an interruption"
        }
    }
}
