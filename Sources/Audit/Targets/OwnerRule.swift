/// The owner of the domains of a pattern, where it is not set for a domain itself.
///
/// Each of owner, team and tags is used where it is missing; the contact only where neither an owner nor a team is set, because
/// it is the contact of the owner or the team beside it.
public struct OwnerRule: Hashable, Sendable {
    /// The domains.
    public var domain: DomainPattern
    /// The owner of the domains.
    public var owner: String?
    /// The contact of the owner or the team.
    public var contact: String?
    /// The team in charge.
    public var team: String?
    /// Labels to group by.
    public var tags: [String]

    /// Creates a rule.
    public init(
        domain: DomainPattern, owner: String? = nil, contact: String? = nil, team: String? = nil, tags: [String] = []
    ) {
        self.domain = domain
        self.owner = owner
        self.contact = contact
        self.team = team
        self.tags = tags
    }
}
