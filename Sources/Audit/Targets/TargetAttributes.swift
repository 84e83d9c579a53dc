/// The known attributes of domains: owner, contact, team, tags, apps that list them, and expectations for files.
public struct TargetAttributes: Sendable {
    private var targets: [DomainID: Target] = [:]
    private var expected: [DomainID: Expectations] = [:]
    private var listings: [DomainID: [AppListing]] = [:]
    private let owners: [OwnerRule]
    private let expectedOfAll: Expectations
    private let expectedOfListed: Expectations

    /// Creates attributes.
    ///
    /// - Parameters:
    ///   - targets: Domains with attributes; the attributes of a target in a list take precedence.
    ///   - owners: The rules for domains without their own attributes; each attribute comes from the first matching
    ///     rule that has it. A contact is used only if neither the domain nor an earlier rule has an owner or a team.
    ///   - expectedOfAll: The expectations for every domain.
    ///   - expectedOfListed: The expectations for a domain that an app lists; `nil` to use `expectedOfAll`.
    public init(
        _ targets: [Target] = [], owners: [OwnerRule] = [], expectedOfAll: Expectations = Expectations(),
        expectedOfListed: Expectations? = nil
    ) {
        for target in targets { self.targets[target.domain] = target }
        self.owners = owners
        self.expectedOfAll = expectedOfAll
        self.expectedOfListed = expectedOfListed ?? expectedOfAll
    }

    /// Adds expectations for `domain` in this run, which take precedence over those of the targets themselves.
    public mutating func expect(_ expectations: Expectations, of domain: DomainID) {
        expected[domain, default: Expectations()].add(expectations)
    }

    /// Adds an app that lists `domain`.
    public mutating func list(_ listing: AppListing, for domain: DomainID) {
        listings[domain, default: []].append(listing)
    }

    /// Adds the known attributes of `target`, whose own attributes take precedence.
    public func add(to target: inout Target) {
        let known = targets[target.domain]
        if let people = known?.people {
            // The known contact does not apply if the target has a different owner or team.
            func differ(_ one: String?, _ other: String?) -> Bool { one != nil && other != nil && one != other }
            let hasOtherOwner = differ(people.owner, target.people.owner) || differ(people.team, target.people.team)
            target.people.complete(with: people, includesContact: !hasOtherOwner)
        }
        for rule in owners where rule.domain.covers(target.domain) {
            target.people.complete(with: rule.people, includesContact: !target.people.hasOwner)
        }
        var all = expected[target.domain] ?? Expectations()
        let apps = listings[target.domain] ?? []
        for expectations in [apps.isEmpty ? expectedOfAll : expectedOfListed, target.expectations, known?.expectations]
        {
            if let expectations { all.add(expectations) }
        }
        for listing in apps {
            target.listings.append(listing)
            all.add(listing.expectations)
            for entry in listing.parsedEntries {
                if (try? entry.target.get())?.isWildcard == true { target.isWildcard = true }
                target.notes += entry.modes.map(\.note).filter { !target.notes.contains($0) }
            }
        }
        if !all.isEmpty { target.expectations = all }
    }
}

extension AssociatedDomain.Mode {
    /// A description of the checks and intermediaries that this mode bypasses, for the report.
    fileprivate var note: String {
        switch self {
        case .developer:
            "?mode=developer: a device in developer mode fetches the file from this server, not from Apple's CDN, and accepts any certificate"
        case .managed:
            "?mode=managed: a managed device fetches the file from this server, not from Apple's CDN; it must trust the certificate"
        }
    }
}
