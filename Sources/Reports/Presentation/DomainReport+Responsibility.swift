import Audit
import Basics
import Findings
import Records

/// The people responsible for a domain, and the role that fixes a finding.
extension DomainReport {
    /// The owner, team and contact in one line, such as `Dana Example (Shop), dana@example.com`; `nil` if none is
    /// known.
    var people: String? { DomainPeople(self)?.text }

    /// Returns the people responsible for the domain, and the role that fixes `finding`.
    func responsibility(for finding: Finding) -> String { responsibility(fixer: Catalogue[finding.code].fixer) }

    /// Returns the people responsible for the domain, and the role that fixes problems of `family`.
    func responsibility(_ family: CatalogueEntry.Family) -> String { responsibility(fixer: family.fixer) }

    private func responsibility(fixer: String) -> String {
        guard let people else { return "\(fixer)." }
        let role = owner == nil ? (team == nil ? "Contact" : "Team") : "Owner"
        return "\(role): \(people). To be fixed by \(Phrase.lowered(fixer))."
    }
}
