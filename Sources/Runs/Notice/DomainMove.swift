/// A domain with problems that has passed from one team to another since the last message about it.
public struct DomainMove: Hashable, Sendable, Codable {
    /// The host name for people, with the port where that is not 443.
    public var domain: String
    /// The team that was in charge of it; `nil` for none.
    public var previousTeam: String?
    /// The owner, the contact and the team now; `nil` where none is known.
    public var people: DomainPeople?

    /// Creates a move.
    public init(domain: String, previousTeam: String?, people: DomainPeople?) {
        self.domain = domain
        self.previousTeam = previousTeam
        self.people = people
    }
}
