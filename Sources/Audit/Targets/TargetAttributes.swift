/// What is known of domains beforehand: owner, contact, team, tags, and what is expected of their files.
public struct TargetAttributes: Sendable {
    private var targets: [DomainID: Target] = [:]

    /// Creates the knowledge of `targets`; by itself it knows nothing.
    public init(_ targets: [Target] = []) {
        for target in targets { self.targets[target.domain] = target }
    }

    /// Adds what is known of `target`; what it says itself stands.
    public func add(to target: inout Target) {
        guard let known = targets[target.domain] else { return }
        target.owner = target.owner ?? known.owner
        target.contact = target.contact ?? known.contact
        target.team = target.team ?? known.team
        target.tags += known.tags.filter { !target.tags.contains($0) }
        guard let expectations = known.expectations else { return }
        var all = target.expectations ?? Expectations()
        all.add(expectations)
        target.expectations = all
    }
}
