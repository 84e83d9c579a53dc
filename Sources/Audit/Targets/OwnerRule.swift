/// Who answers for the domains of a pattern, where nobody says it of a domain itself.
///
/// Each of owner, team and tags is taken where it is missing; the contact only where nobody has said an owner or a team either,
/// because it is that of the owner or the team beside it.
public struct OwnerRule: Hashable, Sendable {
    /// The domains.
    public var domain: DomainPattern
    /// Who owns them.
    public var owner: String?
    /// How to reach the owner or the team.
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
