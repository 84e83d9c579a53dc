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

    /// Returns the ruling if both must work: failure takes precedence, then unknown, then success that is not
    /// guaranteed.
    func and(_ other: Ruling) -> Ruling { joined(with: other, min(outcome, other.outcome)) }

    /// Returns the ruling if one of the two suffices: success takes precedence, then success that is not guaranteed, then
    /// unknown.
    func or(_ other: Ruling) -> Ruling { joined(with: other, max(outcome, other.outcome)) }

    private func joined(with other: Ruling, _ outcome: Verdict.Outcome) -> Ruling {
        var codes: [FindingCode] = []
        for ruling in [self, other] {
            // Any failure is a reason for failing; a documented success is no reason for an outcome that was only
            // observed.
            let decides = ruling.outcome == outcome || (outcome.works == false && ruling.works == false)
            guard decides else { continue }
            for code in ruling.because where !codes.contains(code) { codes.append(code) }
        }
        return Ruling(outcome, because: codes)
    }
}
