import Audit
import Basics
import Findings
import Runs

/// Whom to ask about a domain, and who does the work.
extension DomainReport {
    /// Owner, team and contact in one line, as `Dana Example (Shop), dana@example.com`; `nil` where none is known.
    var people: String? { DomainPeople(self)?.text }

    /// Who answers for the domain, and whose work `finding` is, in one sentence or two.
    func responsibility(for finding: Finding) -> String { responsibility(fixer: Catalogue[finding.code].fixer) }

    /// Who answers for the domain, and whose work things of `family` are, in one sentence or two.
    func responsibility(_ family: CatalogueEntry.Family) -> String { responsibility(fixer: family.fixer) }

    private func responsibility(fixer: String) -> String {
        guard let people else { return "\(fixer)." }
        let role = owner == nil ? (team == nil ? "Contact" : "Team") : "Owner"
        return "\(role): \(people). The work is for \(Phrase.lowered(fixer))."
    }
}
