import Audit
import Basics
import Findings
import Records
import Reports
import Settings

import struct Foundation.Date

/// The results of a run so far, from which its totals, its messages, its exit code and the warnings about it follow.
struct RunTally {
    private(set) var summary = RunSummary()
    private(set) var slowest = SlowestDomains()
    private(set) var waiverUse: WaiverUse
    /// The notice for each receiver.
    private(set) var notices: [RunNotice]
    var outcome: RunExitCode
    /// The end of the newest earlier run of the same targets; `nil` if none is known.
    var previousRunEnd: Date?
    private var localCauses = LocalCauses()
    /// The limits on the results; `nil` for a re-check of a few domains.
    private let limits: RunLimits?

    init(_ settings: AuditSettings) {
        waiverUse = WaiverUse(settings.waivers)
        let notifyAfter = settings.notification.notifyAfter
        notices = settings.receivers.map { RunNotice(unreachableAfter: notifyAfter, team: $0.team) }
        outcome = RunExitCode(
            threshold: settings.policy.failOn, skipsInvalid: settings.policy.skipInvalid,
            allowsUnreachable: settings.limits.allowUnreachable)
        limits =
            settings.targets.isRecheck
            ? nil : RunLimits(minTargets: settings.limits.minTargets, maxUnreachable: settings.limits.maxUnreachable)
    }

    /// Adds the report of the domain at `index` of the list; `waited` is the time that it spent waiting for slots.
    mutating func add(_ report: DomainReport, at index: Int, waited: Duration) {
        summary.add(report)
        slowest.add(report, waited: waited)
        outcome.add(report, at: index)
        waiverUse.add(report)
        for noticeIndex in notices.indices { notices[noticeIndex].add(report, at: index) }
        localCauses.add(report)
    }

    /// Returns the warnings about the results so far; `previousTargets` is the number of targets of the previous run.
    func warnings(isComplete: Bool, previousTargets: Int?) -> [RunWarning] {
        let limitWarnings = limits?.warnings(
            summary, unreachable: outcome.unreachableCount, previousTargets: previousTargets,
            isComplete: isComplete)
        return localCauses.warnings(isComplete: isComplete, now: Date(), previousRunEnd: previousRunEnd)
            + (limitWarnings ?? [])
    }

    /// Whether the run would be in doubt if the list ended now.
    var isInDoubtSoFar: Bool { warnings(isComplete: true, previousTargets: nil).contains { $0.code.putsRunInDoubt } }

    /// The warning about waivers that applied and end within a week; `nil` if there are none.
    var waiverWarning: RunWarning? {
        let now = Date()
        let rules = waiverUse.ending(within: 7, of: now)
        guard !rules.isEmpty else { return nil }
        let today = now.dayText
        let texts = rules.map { rule in
            let lastDay = (rule.waiver.until ?? "") + (rule.waiver.until == today ? " (today)" : "")
            return "\(rule.code.rawValue) on \(rule.extent), last day \(lastDay)"
        }
        let their = rules.count == 1 ? "its" : "their"
        let message =
            "\(Phrase.count(rules.count, "waiver ends", "waivers end")) within a week: "
            + "\(Phrase.list(texts, limit: 10)). Afterwards \(their) findings count again, unless “until” is changed."
        return RunWarning(.waiversEnding, message)
    }

    /// The findings that `--fail-on` selects; `nil` if there are none, or for a single domain, whose report shows them.
    var countedFindingsText: String? {
        let counted = outcome.countedFindings
        guard counted.count > 0, summary.targets > 1 else { return nil }
        let names = counted.items.map { "\(VisibleText.escape($0.domain)): \($0.code.rawValue)" }
        let more = counted.count > names.count ? " and \(Phrase.number(counted.count - names.count)) more" : ""
        let findings =
            outcome.threshold.requiresHistory
            ? "\(Phrase.count(counted.count, "finding counts", "findings count")) as new"
            : Phrase.count(counted.count, "finding")
        return "\(findings) (--fail-on \(outcome.threshold.rawValue)): \(names.joined(separator: "; "))\(more)."
    }
}
