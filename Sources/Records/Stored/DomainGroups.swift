import Basics

/// The teams, owners and tags of domains, to detect unknown names.
package struct DomainGroups: Sendable {
    private var teams: [String: String] = [:]
    private var owners: [String: String] = [:]
    private var tags: [String: String] = [:]

    package init() {}

    /// Adds the groups of a domain.
    package mutating func add(team: String?, owner: String?, tags labels: [String]) {
        // The first spelling of a name represents all; case is ignored.
        func note(_ name: String, _ names: inout [String: String]) {
            let key = name.lowercased()
            if names[key] == nil { names[key] = name }
        }
        if let team { note(team, &teams) }
        if let owner { note(owner, &owners) }
        for label in labels { note(label, &tags) }
    }

    /// Returns a message that a team has no domain, with the known teams; `nil` if it has one.
    package func problem(ofTeam name: String) -> String? {
        Self.problem("No domain belongs to the team", name, "team", "teams", teams)
    }

    /// Returns a message about the first selected name that no domain has, with the known names; `nil` if all are
    /// known.
    package func problem(of selection: DomainSelection) -> String? {
        for name in selection.teams { if let problem = problem(ofTeam: name) { return problem } }
        for name in selection.owners {
            if let problem = Self.problem("No domain belongs to the owner", name, "owner", "owners", owners) {
                return problem
            }
        }
        for name in selection.tags {
            if let problem = Self.problem("No domain has the tag", name, "tag", "tags", tags) { return problem }
        }
        return nil
    }

    private static func problem(
        _ start: String, _ name: String, _ noun: String, _ nouns: String, _ known: [String: String]
    ) -> String? {
        guard known[name.lowercased()] == nil else { return nil }
        let names = known.values.sorted().map { VisibleText.quote($0) }
        let others =
            switch names.count {
            case 0: "no domain has \(noun == "owner" ? "an" : "a") \(noun)"
            case 1: "the only \(noun) is \(names[0])"
            default: "the \(nouns) are \(Phrase.list(names, limit: 10))"
            }
        return "\(start) \(VisibleText.quote(name)); \(others)."
    }
}
