package import Audit
import Basics
package import Findings

/// The criteria for selecting domains of a run: a domain must match one value of each criterion that is not empty.
package struct DomainSelection: Hashable, Sendable {
    private static let teamNoun = "team"

    package var teams: [String]
    package var owners: [String]
    package var tags: [String]
    package var statuses: [DomainStatus]
    /// The severity that a finding of the domain must at least have, unless the finding is waived; `nil` for all.
    package var minSeverity: Severity?

    package init(
        teams: [String] = [], owners: [String] = [], tags: [String] = [], statuses: [DomainStatus] = [],
        minSeverity: Severity? = nil
    ) {
        self.teams = teams
        self.owners = owners
        self.tags = tags
        self.statuses = statuses
        self.minSeverity = minSeverity
    }

    package var isEmpty: Bool { self == DomainSelection() }

    /// Returns whether a domain is selected; case of names is ignored.
    package func includes(_ report: DomainReport) -> Bool {
        func matches(_ criterion: [String], _ values: [String?]) -> Bool {
            let names = values.compactMap { $0?.lowercased() }
            return criterion.isEmpty || criterion.contains { names.contains($0.lowercased()) }
        }
        if let minSeverity, !report.findings.contains(where: { $0.severity >= minSeverity && $0.waived == nil }) {
            return false
        }
        return matches(teams, [report.people.team]) && matches(owners, [report.people.owner])
            && matches(tags, report.people.tags) && (statuses.isEmpty || statuses.contains(report.status))
    }

    /// A description, such as `team Shop or Web, status fail`; the same for equal selections, except for case.
    package var text: String {
        func criterion(_ word: String, _ values: [String]) -> String? {
            let valuesByName = Dictionary(values.map { ($0.lowercased(), $0) }) { first, _ in first }
            let names = valuesByName.sorted { $0.key < $1.key }.map(\.value)
            return names.isEmpty ? nil : "\(word) \(names.map { VisibleText.escape($0) }.joined(separator: " or "))"
        }
        return [
            criterion(Self.teamNoun, teams), criterion("owner", owners), criterion("tag", tags),
            criterion("status", statuses.map(\.rawValue)),
            minSeverity.map { "a finding of severity \($0.rawValue)\($0 == .error ? "" : " or above")" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns whether a ``text`` is about teams; a run stores its selection only as text.
    static func isOfTeams(_ text: String) -> Bool { text.hasPrefix("\(teamNoun) ") }
}

/// The domains to which a comparison is limited.
package struct DomainSubset {
    /// The names of the domains in the later run.
    package var names: Set<String>
    /// Returns whether the subset includes a domain of the earlier run, given the report of that run.
    package var includes: (DomainReport) -> Bool
}

/// The teams, owners and tags of the domains of a run.
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

    /// Returns a message if no domain belongs to the team.
    package func problem(ofTeam name: String) -> String? { problem(noun: "team", name) }

    /// Returns a message about the first selected team, owner or tag that no domain has.
    package func problem(of selection: DomainSelection) -> String? {
        selection.teams.firstResult(problem(ofTeam:))
            ?? selection.owners.firstResult { problem(noun: "owner", $0) }
            ?? selection.tags.firstResult { problem(noun: "tag", $0) }
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
