/// A domain with problems that was assigned to another team since the last message about it.
package struct DomainMove: Hashable, Sendable, Codable {
    /// The host name for display, with the port unless it is 443.
    package var domain: String
    /// The previous team; `nil` for none.
    package var previousTeam: String?
    /// The current owner, contact and team; `nil` if none is known.
    package var people: DomainPeople?

    package init(domain: String, previousTeam: String?, people: DomainPeople?) {
        self.domain = domain
        self.previousTeam = previousTeam
        self.people = people
    }
}
