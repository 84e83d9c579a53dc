/// The known attributes of domains: owner, contact, team, tags, apps that list them, and expectations for files.
package struct TargetAttributes: Sendable {
    /// The targets with attributes; the attributes that a list contains for the same target take precedence.
    private var targets: [DomainID: Target] = [:]
    /// The expectations for this run, which take precedence over those of the targets.
    private var expected: [DomainID: Expectations] = [:]
    private var listings: [DomainID: [AppListing]] = [:]
    /// The rules that add missing people; each attribute comes from the first matching rule that contains one.
    private let owners: [OwnerRule]
    /// The expectations for domains that no app lists.
    private let expectationsForUnlisted: Expectations
    /// The expectations for domains that an app lists.
    private let expectationsForListed: Expectations

    package init(
        _ targets: [Target] = [], owners: [OwnerRule] = [], expectationsForAll: Expectations = Expectations(),
        expectationsForListed: Expectations? = nil
    ) {
        for target in targets { self.targets[target.domain] = target }
        self.owners = owners
        expectationsForUnlisted = expectationsForAll
        self.expectationsForListed = expectationsForListed ?? expectationsForAll
    }

    /// Adds expectations for `domain` in this run, which take precedence over those of the targets themselves.
    package mutating func expect(_ expectations: Expectations, of domain: DomainID) {
        expected[domain, default: Expectations()].add(expectations)
    }

    package mutating func add(_ listing: AppListing, for domain: DomainID) {
        listings[domain, default: []].append(listing)
    }

    /// Adds the known attributes of `target`, whose own attributes take precedence.
    package func add(to target: inout Target) {
        let known = targets[target.domain]
        if let people = known?.people {
            // The known contact does not apply if the target has a different owner or team.
            func differ(_ one: String?, _ other: String?) -> Bool { one != nil && other != nil && one != other }
            let hasOtherOwner = differ(people.owner, target.people.owner) || differ(people.team, target.people.team)
            target.people.addMissing(from: people, includesContact: !hasOtherOwner)
        }
        for rule in owners where rule.domain.covers(target.domain) {
            target.people.addMissing(from: rule.people, includesContact: !target.people.hasOwner)
        }
        var all = expected[target.domain] ?? Expectations()
        let apps = listings[target.domain] ?? []
        let general = apps.isEmpty ? expectationsForUnlisted : expectationsForListed
        for case let expectations? in [general, target.expectations, known?.expectations] { all.add(expectations) }
        target.listings += apps
        for listing in apps {
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
    fileprivate var note: String {
        switch self {
        case .developer:
            "?mode=developer: a device in developer mode fetches the file from this server, not from Apple's CDN, and accepts any certificate"
        case .managed:
            "?mode=managed: a managed device fetches the file from this server, not from Apple's CDN; it must trust the certificate"
        }
    }
}

/// The owner of all domains that match a pattern, for domains without their own owner.
///
/// Supplies an owner or a team if the domain lacks it, and adds the tags. Supplies the contact only if the domain has
/// neither an owner nor a team, because a contact belongs to them.
package struct OwnerRule: Hashable, Sendable {
    package var domain: DomainPattern
    package var people: DomainPeople

    package init(domain: DomainPattern, people: DomainPeople) {
        self.domain = domain
        self.people = people
    }
}
