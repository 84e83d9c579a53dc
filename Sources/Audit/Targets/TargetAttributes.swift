/// What is known of domains beforehand: owner, contact, team, tags, and what is expected of their files.
public struct TargetAttributes: Sendable {
    private var targets: [DomainID: Target] = [:]
    private var expected: [DomainID: Expectations] = [:]
    private let expectedOfAll: Expectations

    /// Creates the knowledge of `targets`, of which one may say what it wants, and of `expectedOfAll`, which every domain
    /// has to be like; by itself it knows nothing.
    public init(_ targets: [Target] = [], expectedOfAll: Expectations = Expectations()) {
        for target in targets { self.targets[target.domain] = target }
        self.expectedOfAll = expectedOfAll
    }

    /// Notes what is expected of `domain` in this run; it decides where the targets themselves expect the opposite.
    public mutating func expect(_ expectations: Expectations, of domain: DomainID) {
        expected[domain, default: Expectations()].add(expectations)
    }

    /// Adds what is known of `target`; what it says itself stands.
    public func add(to target: inout Target) {
        let known = targets[target.domain]
        if let known {
            target.owner = target.owner ?? known.owner
            target.contact = target.contact ?? known.contact
            target.team = target.team ?? known.team
            target.tags += known.tags.filter { !target.tags.contains($0) }
        }
        var all = expected[target.domain] ?? Expectations()
        for expectations in [expectedOfAll, target.expectations, known?.expectations] {
            if let expectations { all.add(expectations) }
        }
        if !all.isEmpty { target.expectations = all }
    }
}
