/// The owner of all domains that match a pattern, for domains without their own owner.
///
/// Supplies an owner or a team if the domain lacks it, and adds the tags. Supplies the contact only if the domain has
/// neither an owner nor a team, because a contact belongs to them.
public struct OwnerRule: Hashable, Sendable {
    /// The pattern of the domains.
    public var domain: DomainPattern
    /// The people responsible for the domains, and the tags.
    public var people: DomainPeople

    /// Creates a rule.
    public init(domain: DomainPattern, people: DomainPeople) {
        self.domain = domain
        self.people = people
    }
}
