import Audit
import Basics
import Findings
import Foundation
import Records

/// The amount of work for each team: domains, errors, causes, new, fixed and oldest problems, expiring certificates.
struct TeamMatrix {
    /// The maximum number of days until the expiration of a certificate that counts.
    static let certificateDays = 14
    // The values of the filters for new findings and for expiring certificates.
    static let newFilter = "new,returned"
    static let endingFilter = "..\(certificateDays)"
    private static let maxShown = 50
    /// The maximum number of teams in the table of causes, one in each column.
    private static let maxColumns = 10
    static let noTeam = "(no team)"

    private struct Row {
        var domainCount = 0
        var errorCount = 0
        var newCount = 0
        var fixedCount = 0
        var expiringCount = 0
        var oldest: (since: Date, isExact: Bool, name: String)?
        var tokens: [String: Int] = [:]
    }

    /// The rows by team; `nil` means no team.
    private var rows: [String?: Row] = [:]

    var newCount: Int { rows.values.reduce(0) { $0 + $1.newCount } }

    private var hasTeams: Bool { rows.contains { $0.key != nil } }

    /// The rows of the teams, the most errors first, then the most domains; of equal rows, that without a team is last.
    private var sorted: [(key: String?, value: Row)] {
        func rank(_ team: String?, _ row: Row) -> (Int, Int, Int, String) {
            (-row.errorCount, -row.domainCount, team == nil ? 1 : 0, team ?? "")
        }
        return rows.sorted { rank($0.key, $0.value) < rank($1.key, $1.value) }
    }

    mutating func add(_ report: DomainReport, _ past: DomainPast?) {
        var row = rows[report.people.team] ?? Row()
        let changes = report.changes
        row.domainCount += 1
        if report.status == .fail {
            row.errorCount += 1
            if let since = report.problemSince(past), since < row.oldest?.since ?? .distantFuture {
                // Problems of the first run may be older than that run.
                let firstRunAt = past?.runs.first?.startedAt ?? .distantFuture
                row.oldest = (since, firstRunAt < since, report.name)
            }
        }
        if !changes.isDisjoint(with: [.new, .returned]) { row.newCount += 1 }
        if changes.contains(.fixed) { row.fixedCount += 1 }
        if let days = report.certificateDaysLeft, days <= Self.certificateDays { row.expiringCount += 1 }
        for token in DomainRow.tokens(of: report) { row.tokens[token, default: 0] += 1 }
        rows[report.people.team] = row
    }

    func fill(
        _ object: inout TemplateObject, runAt: Date, hasChanges: Bool, _ index: PageIndex, _ timeline: TimelineView?
    ) {
        guard hasTeams else { return }
        object.text("teamsShort", Phrase.count(rows.count { $0.key != nil }, "team"))
        object.texts("teamHeading", Self.cells(Row(), hasChanges: hasChanges).map(\.label))
        object.number("sparkWidth", timeline?.sparkWidth)
        object.list("teamRow", sorted.prefix(Self.maxShown)) { object, entry in
            let team = entry.key
            let row = entry.value
            Self.fillName(&object, team)
            object.list("cell", Self.cells(row, hasChanges: hasChanges)) { cell, content in
                cell.cell(content.label, content.number, target: Self.target(team, content.filter))
            }
            object.object("oldest") { object in
                guard let oldest = row.oldest else { return }
                index.link(oldest.name, &object)
                object.text("oldestSeen", Self.firstSeen(oldest.since, isExact: oldest.isExact, runAt: runAt))
            }
            object.text("spark", team.flatMap { index.timeline?.teams[$0] }.flatMap { timeline?.spark($0) })
        }
        let more = rows.count - Self.maxShown
        object.text("moreTeams", more > 0 ? "and \(Phrase.number(more)) more" : nil)
    }

    /// Sets a table with the number of domains by cause and team.
    func fillGrid(_ object: inout TemplateObject, _ causes: [EstateView.Cause]) {
        guard !causes.isEmpty else { return }
        let codes = causes.map(\.code.rawValue)
        let affected = hasTeams ? sorted.filter { team in codes.contains { team.value.tokens[$0] != nil } } : []
        let teams = affected.prefix(Self.maxColumns)
        object.list("gridTeam", teams) { Self.fillName(&$0, $1.key) }
        object.list("gridRow", causes) { object, cause in
            EstateView.fillCause(&object, cause)
            let code = cause.code.rawValue
            let cells =
                [("Domains", cause.count, "code=\(code)")]
                + teams.map { ($0.key ?? Self.noTeam, $0.value.tokens[code], Self.target($0.key, "&code=\(code)")) }
            object.list("cell", cells) { $0.cell($1.0, $1.1, target: $1.2) }
        }
        let more = affected.dropFirst(Self.maxColumns).count { $0.key != nil }
        object.text("gridMore", more > 0 ? "and \(Phrase.count(more, "more team"))" : nil)
    }

    private static func fillName(_ object: inout TemplateObject, _ team: String?) {
        object.text("teamName", team ?? noTeam)
        object.flag("isNoTeam", team == nil)
    }

    /// Returns the filter for domains of a team; there is none for domains without a team.
    private static func target(_ team: String?, _ filter: String) -> String? {
        team.map { "team=\(fragment($0))\(filter)" }
    }

    private static func cells(_ row: Row, hasChanges: Bool) -> [(label: String, number: Int, filter: String)] {
        [("Domains", row.domainCount, ""), ("Errors", row.errorCount, "&status=fail")]
            + (hasChanges
                ? [
                    ("New or returned", row.newCount, "&change=\(newFilter)"),
                    ("Resolved", row.fixedCount, "&change=fixed"),
                ] : [])
            + [("Certificates to renew within \(certificateDays) days", row.expiringCount, "&ends=\(endingFilter)")]
    }

    private static let unescaped = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._:")

    /// Returns the day of the first errors in words; `isExact` is whether an earlier run had no errors.
    static func firstSeen(_ date: Date, isExact: Bool, runAt: Date) -> String {
        if isExact, runAt.timeIntervalSince(date) < 1 { return "in this run" }
        return date.dayText + (isExact ? "" : " or earlier")
    }

    /// Returns a value escaped for the fragment of a URL, which the page's script parses.
    static func fragment(_ value: String) -> String {
        VisibleText.escape(value).addingPercentEncoding(withAllowedCharacters: unescaped) ?? ""
    }
}
