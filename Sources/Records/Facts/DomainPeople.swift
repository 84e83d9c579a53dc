package import Audit

/// The people responsible for a domain, as specified by the user.
package struct DomainPeople: Hashable, Sendable, Codable {
    package var owner: String?
    /// The contact details of the owner or the team.
    package var contact: String?
    package var team: String?
    package var tags: [String]

    /// Reads the people from a report; `nil` if the report contains none.
    package init?(_ report: DomainReport) {
        (owner, contact, team, tags) = (report.owner, report.contact, report.team, report.tags)
        if owner == nil, contact == nil, team == nil, tags.isEmpty { return nil }
    }

    /// Owner, team and contact in one line, such as `Dana Example (Shop), dana@example.com`; `nil` if none is known.
    package var text: String? {
        var text = owner ?? team
        if let owner, let team { text = "\(owner) (\(team))" }
        guard let contact else { return text }
        return text.map { "\($0), \(contact)" } ?? contact
    }
}
