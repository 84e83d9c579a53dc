import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

extension StoredRun {
    /// Returns a domain of the run for presentation: without a previous run, no finding is marked as new.
    func presented(_ domain: DomainReport) -> DomainReport { changes == nil ? domain.withoutComparison : domain }

    var headline: String {
        let total = summary.targets
        let failed = summary[.fail]
        let accepted = summary[.accepted]
        let unchecked = summary[.unreachable] + summary[.invalid]
        let domains = Phrase.count(total, "domain")
        if ending.isInDoubt {
            let affected = Phrase.number(failed + unchecked)
            return "This run is in doubt: \(affected) of \(domains) failed, and the cause may be the machine that runs "
                + "the audit, or its network."
        }
        if failed > 0, total > 1 {
            return "\(Phrase.number(failed)) of \(domains) \(failed == 1 ? "has" : "have") errors."
        }
        return switch (total, unchecked) {
        case (0, _): ending.isComplete ? "There was no domain to check." : "No domain was checked."
        case (1, _) where failed > 0: "The domain has errors."
        case (1, 0): accepted > 0 ? "The problems of the domain are accepted." : "The domain has no errors."
        case (1, _): "The domain was not checked."
        case _ where unchecked == total: "None of \(domains) was checked."
        case (_, 0) where accepted == total:
            "No errors to fix; the problems of all \(domains) are accepted."
        case (_, 0) where accepted > 0:
            "No errors to fix; the problems of \(Phrase.number(accepted)) of \(domains) are accepted."
        case (_, 0): "None of \(domains) has errors."
        default: "None of the checked domains has errors."
        }
    }

    var opensAppText: String? { ending.isInDoubt ? nil : summary.opensAppText }

    /// Returns the first day of a domain's problems, or “new” or “returned …”; empty without problems or a comparison.
    func since(of report: DomainReport) -> String {
        guard report.status != .pass, changes != nil, let start = report.problemSince(past(of: report)) else {
            return ""
        }
        if report.changes.contains(.new) { return "new" }
        if report.changes.contains(.returned) { return "returned \(facts.startedAt.dayText)" }
        return abs(start.timeIntervalSince(facts.startedAt)) < 1 ? "this run" : start.dayText
    }

    var titleEnd: String { titleEnd(ending.isComplete ? "" : interruptedTitleEnd) }
    func titleEnd(_ note: String) -> String { " · \(facts.startedAt.dayText)\(note)" }
}

extension RunSummary {
    /// The number of targets by status, such as `1 with errors, 2 OK`; empty without targets.
    var statusText: String {
        DomainStatus.worstFirst.filter { self[$0] > 0 }
            .map { "\(Phrase.number(self[$0])) \($0.words)" }.joined(separator: ", ")
    }

    var targetsText: String { Phrase.count(targets, "target") + (statusText.isEmpty ? "" : ": \(statusText)") }
}

/// The text in place of the changes, which is correct with and without an earlier run.
let notComparedText = "Not compared with a previous run."

let interruptedTitleEnd = " (interrupted)"
