/// The people responsible for a domain, and its tags, as specified by the user.
public struct DomainPeople: Hashable, Sendable, Codable {
    /// The owner of the domain.
    public var owner: String?
    /// The contact of the owner or the team, such as an address, a channel or a page.
    public var contact: String?
    /// The team in charge.
    public var team: String?
    /// The tags of the domain, for grouping.
    public var tags: [String]

    /// Creates people.
    public init(owner: String? = nil, contact: String? = nil, team: String? = nil, tags: [String] = []) {
        self.owner = owner
        self.contact = contact
        self.team = team
        self.tags = tags
    }

    /// The people and tags; `nil` if there are none.
    package var nonEmpty: Self? { self == Self() ? nil : self }

    /// Whether two names are those of the same team, or both are missing; case does not matter.
    package static func isSameTeam(_ name: String?, _ other: String?) -> Bool {
        name?.lowercased() == other?.lowercased()
    }

    /// Whether an owner or a team is known.
    package var hasOwner: Bool { owner != nil || team != nil }

    /// Owner and team, such as `Dana Example (Shop)`; `nil` if neither is known.
    package var name: String? {
        guard let owner, let team else { return owner ?? team }
        return "\(owner) (\(team))"
    }

    /// Owner, team and contact in one line, such as `Dana Example (Shop), dana@example.com`; `nil` if none is known.
    package var text: String? {
        let parts = [name, contact].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Adds the tags of `other`, and the owner, the team and (if `includesContact`) the contact that are missing.
    mutating func addMissing(from other: Self, includesContact: Bool) {
        if includesContact { contact = contact ?? other.contact }
        owner = owner ?? other.owner
        team = team ?? other.team
        tags += other.tags.filter { !tags.contains($0) }
    }
}
