import Basics
import Findings

/// An outcome with the findings that determine it.
struct Ruling: Hashable, Sendable {
    var outcome: Verdict.Outcome
    var because: [FindingCode]

    init(_ outcome: Verdict.Outcome, because: [FindingCode] = []) {
        self.outcome = outcome
        self.because = because
    }

    var works: Bool? { outcome.works }

    /// Combines two rulings if both must work: failure takes precedence, then unknown, then observed success.
    func and(_ other: Ruling) -> Ruling { joined(with: other, min(outcome, other.outcome)) }

    /// Combines two rulings if one must work: success takes precedence, then observed success, then unknown.
    func or(_ other: Ruling) -> Ruling { joined(with: other, max(outcome, other.outcome)) }

    private func joined(with other: Ruling, _ outcome: Verdict.Outcome) -> Ruling {
        // Every failure is a reason for a failed outcome; for other outcomes, only rulings with exactly that outcome.
        let reasons = [self, other].filter { $0.outcome == outcome || (outcome.works == false && $0.works == false) }
        return Ruling(outcome, because: reasons.flatMap(\.because).unique)
    }
}
