package import Audit
import Basics

/// The teams, owners and tags of domains, to detect unknown names.
package struct DomainGroups: Sendable {
    /// The first spelling of each name, by noun (team, owner or tag) and lowercase name.
    private var spellings: [String: [String: String]] = [:]

    package init() {}

    package mutating func add(_ people: DomainPeople) {
        let groups: [String: [String?]] = ["team": [people.team], "owner": [people.owner], "tag": people.tags]
        for (noun, names) in groups {
            for name in names.compactMap(\.self) where spellings[noun]?[name.lowercased()] == nil {
                spellings[noun, default: [:]][name.lowercased()] = name
            }
        }
    }

    /// Returns a message that a team has no domains, with the known teams; `nil` if the team has domains.
    package func problem(ofTeam name: String) -> String? {
        problem(noun: "team", name)
    }

    /// Returns a message about the first selected name that no domain has, with the known names; `nil` if all are
    /// known.
    package func problem(of selection: DomainSelection) -> String? {
        selection.teams.lazy.compactMap(problem(ofTeam:)).first
            ?? selection.owners.lazy.compactMap { problem(noun: "owner", $0) }.first
            ?? selection.tags.lazy.compactMap { problem(noun: "tag", $0) }.first
    }

    private func problem(noun: String, _ name: String) -> String? {
        let known = spellings[noun] ?? [:]
        guard known[name.lowercased()] == nil else { return nil }
        let names = known.values.sorted().map { VisibleText.quote($0) }
        let others =
            switch names.count {
            case 0: "no domain has \(noun == "owner" ? "an" : "a") \(noun)"
            case 1: "the only \(noun) is \(names[0])"
            default: "the \(noun)s are \(Phrase.list(names, limit: 10))"
            }
        return "No domain \(noun == "tag" ? "has" : "belongs to") the \(noun) \(VisibleText.quote(name)); \(others)."
    }
}
