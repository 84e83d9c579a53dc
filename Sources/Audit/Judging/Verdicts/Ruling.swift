import Findings

/// Whether something works, and which findings decide it.
struct Ruling: Hashable, Sendable {
    /// Whether it works.
    var outcome: Verdict.Outcome
    /// What decides it.
    var because: [FindingCode]

    init(_ outcome: Verdict.Outcome, because: [FindingCode] = []) {
        self.outcome = outcome
        self.because = because
    }

    /// What holds when both must work: a "no" decides, then a "not known".
    func and(_ other: Ruling) -> Ruling { joined(with: other, first: .doesNotWork, last: .works) }

    /// What holds when one of both is enough: a "yes" decides, then a "not known".
    func or(_ other: Ruling) -> Ruling { joined(with: other, first: .works, last: .doesNotWork) }

    /// The first of `first`, unknown and `last` that one of the two has, with everything that decides it.
    private func joined(with other: Ruling, first: Verdict.Outcome, last: Verdict.Outcome) -> Ruling {
        let rulings = [self, other]
        let outcome = [first, .unknown].first { outcome in rulings.contains { $0.outcome == outcome } } ?? last
        var codes: [FindingCode] = []
        for code in rulings.filter({ $0.outcome == outcome }).flatMap(\.because) where !codes.contains(code) {
            codes.append(code)
        }
        return Ruling(outcome, because: codes)
    }
}
