import Basics

/// The teams, owners and tags that domains have, to tell a name that none of them has.
package struct DomainGroups: Sendable {
    private var teams: [String: String] = [:]
    private var owners: [String: String] = [:]
    private var tags: [String: String] = [:]

    /// Creates groups without a domain.
    package init() {}

    /// Takes what is said of a domain.
    package mutating func add(team: String?, owner: String?, tags labels: [String]) {
        // The first way of writing a name stands for all; capitals do not matter.
        func note(_ name: String, _ names: inout [String: String]) {
            let key = name.lowercased()
            if names[key] == nil { names[key] = name }
        }
        if let team { note(team, &teams) }
        if let owner { note(owner, &owners) }
        for label in labels { note(label, &tags) }
    }

    /// Says of a team that it has no domain, and which teams have; `nil` where it has one.
    package func problem(ofTeam name: String) -> String? {
        Self.problem("No domain belongs to the team", name, "team", "teams", teams)
    }

    /// Says of the first name that is asked for and that no domain has, and which there are; `nil` where there is none.
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
