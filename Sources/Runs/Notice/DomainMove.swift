/// A domain with problems that has passed from one team to another since the last message about it.
package struct DomainMove: Hashable, Sendable, Codable {
    /// The host name for people, with the port where that is not 443.
    package var domain: String
    /// The team that was in charge of it; `nil` for none.
    package var previousTeam: String?
    /// The owner, the contact and the team now; `nil` where none is known.
    package var people: DomainPeople?

    /// Creates a move.
    package init(domain: String, previousTeam: String?, people: DomainPeople?) {
        self.domain = domain
        self.previousTeam = previousTeam
        self.people = people
    }
}
