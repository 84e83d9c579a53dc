import Audit
import Basics
import Findings
import Records

/// Whom to ask about a domain, and who does the work.
extension DomainReport {
    /// Owner, team and contact in one line, as `Dana Example (Shop), dana@example.com`; `nil` where none is known.
    var people: String? { DomainPeople(self)?.text }

    /// Returns the people responsible for the domain, and the role that fixes `finding`, in one or two sentences.
    func responsibility(for finding: Finding) -> String { responsibility(fixer: Catalogue[finding.code].fixer) }

    /// Returns the people responsible for the domain, and the role that fixes problems of `family`, in one or two sentences.
    func responsibility(_ family: CatalogueEntry.Family) -> String { responsibility(fixer: family.fixer) }

    private func responsibility(fixer: String) -> String {
        guard let people else { return "\(fixer)." }
        let role = owner == nil ? (team == nil ? "Contact" : "Team") : "Owner"
        return "\(role): \(people). To be fixed by \(Phrase.lowered(fixer))."
    }
}
