import Audit
import Basics
import Runs

extension StoredRun {
    /// How the domains stand, in one sentence.
    var headline: String {
        let total = summary.targets
        let failed = summary[.fail]
        let missed = summary[.unreachable] + summary[.invalid]
        let all = DomainWords.count(total, "domain", "domains")
        if ending.isInDoubt {
            let wrong = DomainWords.grouped(failed + missed)
            return "This run is in doubt: \(wrong) of \(all) failed, and the cause may be on this side."
        }
        if failed > 0 { return "\(DomainWords.grouped(failed)) of \(all) \(failed == 1 ? "has" : "have") errors." }
        return switch (total, missed) {
        case (0, _): complete ? "There was no domain to check." : "No domain was checked."
        case (1, 0): "The domain has no errors."
        case (1, _): "The domain could not be checked."
        case (_, total): "None of \(all) could be checked."
        case (_, 0): "None of \(all) has errors."
        default: "None of the domains that could be checked has errors."
        }
    }

    /// At how many domains links open the app; `nil` where that was not counted, and where nobody could look.
    var opensAppText: String? { ending.isInDoubt ? nil : summary.opensAppText }

    /// The end of a title: the day of the run, and whether it was cut short.
    var titleEnd: String {
        (UTCTime(facts.startedAt).map { " · \($0.dayText)" } ?? "") + (complete ? "" : interruptedTitleEnd)
    }
}

/// What the title of a run ends in that was cut short.
let interruptedTitleEnd = " (interrupted)"
