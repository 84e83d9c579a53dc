package import Audit
import Basics
package import Findings

/// Which domains of a run are shown: those that are like all that is asked for, each in one of several ways.
package struct DomainSelection: Hashable, Sendable {
    /// Their teams; empty for all.
    package var teams: [String]
    /// Their owners; empty for all.
    package var owners: [String]
    /// Labels, of which they have one; empty for all.
    package var tags: [String]
    /// The statuses of the domains; empty for all.
    package var statuses: [DomainStatus]
    /// The severity that one of their findings has at least, waived ones apart; `nil` for all.
    package var minSeverity: Severity?

    /// Creates a selection; with nothing said it has all domains.
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

    /// Whether all domains are in it.
    package var isEmpty: Bool { self == DomainSelection() }

    /// Whether a domain is in it; capitals of names do not matter.
    package func includes(_ report: DomainReport) -> Bool {
        func has(_ wanted: [String], _ values: [String]) -> Bool {
            wanted.isEmpty || wanted.contains { name in values.contains { $0.lowercased() == name.lowercased() } }
        }
        return has(teams, [report.team].compactMap(\.self)) && has(owners, [report.owner].compactMap(\.self))
            && has(tags, report.tags) && (statuses.isEmpty || statuses.contains(report.status))
            && minSeverity.map { least in report.findings.contains { $0.severity >= least && $0.waived == nil } }
                ?? true
    }

    /// The options of a run of which these domains are shown; what was selected of it before is kept.
    package func options(within options: Evidence) -> Evidence {
        guard !isEmpty else { return options }
        var options = options
        let earlier: String? = if case .string(let text) = options["selection"] { text } else { nil }
        options["selection"] = .string([earlier, text].compactMap(\.self).joined(separator: ", "))
        if followsState { options["selectionFollowsState"] = .boolean(true) }
        return options
    }

    /// Whether domains come and go by how they stand.
    private var followsState: Bool { !statuses.isEmpty || minSeverity != nil }

    /// A description of the selection, such as `team Shop or Web, status fail`; identical for equal selections, except for
    /// case.
    package var text: String {
        func part(_ word: String, _ values: [String]) -> String? {
            var seen: Set<String> = []
            let names = values.filter { seen.insert($0.lowercased()).inserted }.sorted {
                $0.lowercased() < $1.lowercased()
            }
            return names.isEmpty ? nil : "\(word) \(names.map { VisibleText.escape($0) }.joined(separator: " or "))"
        }
        return [
            part("team", teams), part("owner", owners), part("tag", tags), part("status", statuses.map(\.rawValue)),
            minSeverity.map { "a finding of severity \($0.rawValue)\($0 == .error ? "" : " or above")" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
