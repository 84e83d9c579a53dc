import Findings

/// Whether something works, and which findings decide it.
struct Ruling: Hashable, Sendable {
    /// `nil` where it is not known.
    var works: Bool?
    /// What decides it.
    var because: [FindingCode]

    init(_ works: Bool?, because: [FindingCode] = []) {
        self.works = works
        self.because = because
    }

    /// What holds when both must work: a "no" decides, then a "not known".
    func and(_ other: Ruling) -> Ruling {
        if works == false || other.works == false { return Self.joined(false, [self, other]) }
        if works == nil || other.works == nil { return Self.joined(nil, [self, other]) }
        return Self.joined(true, [self, other])
    }

    /// What holds when one of both is enough: a "yes" decides, then a "not known".
    func or(_ other: Ruling) -> Ruling {
        if works == true || other.works == true { return Self.joined(true, [self, other]) }
        if works == nil || other.works == nil { return Self.joined(nil, [self, other]) }
        return Self.joined(false, [self, other])
    }

    private static func joined(_ works: Bool?, _ rulings: [Ruling]) -> Ruling {
        var codes: [FindingCode] = []
        for code in rulings.filter({ $0.works == works }).flatMap(\.because) where !codes.contains(code) {
            codes.append(code)
        }
        return Ruling(works, because: codes)
    }
}
