import Findings

/// Whether something works, and which findings decide it.
struct Ruling: Hashable, Sendable {
    /// Whether it works.
    var outcome: Verdict.Outcome
    /// The codes of the findings that decide it.
    var because: [FindingCode]

    init(_ outcome: Verdict.Outcome, because: [FindingCode] = []) {
        self.outcome = outcome
        self.because = because
    }

    /// Whether it works; `nil` where that is not known.
    var works: Bool? { outcome.works }

    /// Returns the ruling when both must work: a "no" decides, then a "not known", then a "yes" that is not guaranteed.
    func and(_ other: Ruling) -> Ruling { joined(with: other, min(outcome, other.outcome)) }

    /// Returns the ruling when one of both is enough: a "yes" decides, then one that is not guaranteed, then a "not known".
    func or(_ other: Ruling) -> Ruling { joined(with: other, max(outcome, other.outcome)) }

    /// `outcome` of one of the two, with everything that decides it.
    private func joined(with other: Ruling, _ outcome: Verdict.Outcome) -> Ruling {
        var codes: [FindingCode] = []
        for ruling in [self, other] {
            // Whatever fails is a reason for failing; what is documented is none for being only observed.
            let decides = ruling.outcome == outcome || (outcome.works == false && ruling.works == false)
            guard decides else { continue }
            for code in ruling.because where !codes.contains(code) { codes.append(code) }
        }
        return Ruling(outcome, because: codes)
    }
}
