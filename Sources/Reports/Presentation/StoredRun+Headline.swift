import Audit
import Basics
import Records

extension StoredRun {
    /// Calls `body` with each domain as it is to be told: where no run is compared with this one, nothing is new.
    func forEachReport(_ body: (DomainReport) throws(OutputError) -> Void) throws(OutputError) {
        let isCompared = changes != nil
        try forEachDomain { domain throws(OutputError) in try body(isCompared ? domain : domain.withoutComparison) }
    }

    /// The same for many domains at a time.
    func forEachReportBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
        let isCompared = changes != nil
        try forEachBatch { batch throws(OutputError) in try body(isCompared ? batch : batch.map(\.withoutComparison)) }
    }

    /// The state of the domains, in one sentence.
    var headline: String {
        let total = summary.targets
        let failed = summary[.fail]
        let missed = summary[.unreachable] + summary[.invalid]
        let all = Phrase.count(total, "domain")
        if ending.isInDoubt {
            let wrong = Phrase.number(failed + missed)
            return "This run is in doubt: \(wrong) of \(all) failed, and the cause may be on this side."
        }
        if failed > 0 { return "\(Phrase.number(failed)) of \(all) \(failed == 1 ? "has" : "have") errors." }
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
    var titleEnd: String { titleEnd(complete ? "" : interruptedTitleEnd) }

    /// The end of a title: the day of the run, and what has to be known of it.
    func titleEnd(_ note: String) -> String { (UTCTime(facts.startedAt).map { " · \($0.dayText)" } ?? "") + note }
}

/// Stands where the changes would be; whether there is an earlier run is not always known.
let notComparedText = "Not compared with an earlier run."

/// The end of the title of a run that was interrupted.
let interruptedTitleEnd = " (interrupted)"
