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
        owner = report.owner
        contact = report.contact
        team = report.team
        tags = report.tags
        if owner == nil, contact == nil, team == nil, tags.isEmpty { return nil }
    }

    /// Owner, team and contact in one line, such as `Dana Example (Shop), dana@example.com`; `nil` if none is known.
    package var text: String? {
        var name = owner ?? team
        if let owner, let team { name = "\(owner) (\(team))" }
        let parts = [name, contact].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
