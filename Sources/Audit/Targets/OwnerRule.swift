/// The owner of all domains that match a pattern, for domains without their own owner.
///
/// Supplies an owner or a team if the domain lacks it, and adds the tags. Supplies the contact only if the domain has
/// neither an owner nor a team, because a contact belongs to them.
public struct OwnerRule: Hashable, Sendable {
    /// The pattern of the domains.
    public var domain: DomainPattern
    /// The owner of the domains.
    public var owner: String?
    /// The contact of the owner or the team.
    public var contact: String?
    /// The team in charge.
    public var team: String?
    /// The tags of the domains, for grouping.
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

    func complete(_ target: inout Target) {
        if target.owner == nil, target.team == nil { target.contact = target.contact ?? contact }
        target.owner = target.owner ?? owner
        target.team = target.team ?? team
        target.tags += tags.filter { !target.tags.contains($0) }
    }
}
