import Audit
import Basics
import Foundation
import Runs

/// Who has how much to do: teams against domains, errors, what is new, fixed and oldest, and certificates that end.
struct TeamMatrix {
    /// Certificates that end within so many days count.
    static let certificateDays = 14
    /// What its numbers are filtered by.
    static let (newFilter, endingFilter) = ("new,returned", "..\(certificateDays)")
    /// The most teams that are shown.
    private static let shownLimit = 50

    private struct Row {
        var domains = 0
        var errors = 0
        var new = 0
        var fixed = 0
        var ending = 0
        /// The domain that has had errors for longest.
        var oldest: (since: Date, isKnown: Bool, name: String)?
    }

    /// `nil` stands for the domains without a team.
    private var rows: [String?: Row] = [:]

    /// How many domains have something that is new or back.
    var new: Int { rows.values.reduce(0) { $0 + $1.new } }

    /// Takes the next domain in.
    mutating func add(_ report: DomainReport, _ past: DomainPast?) {
        var row = rows[report.team] ?? Row()
        let changes = report.changes
        row.domains += 1
        if report.status == .fail {
            row.errors += 1
            if let since = past?.statusSince, since < row.oldest?.since ?? .distantFuture {
                // What the first run had may have been there before.
                row.oldest = (since, past?.runs.first.map { $0.startedAt < since } ?? false, report.name)
            }
        }
        if !changes.isDisjoint(with: [.new, .returned]) { row.new += 1 }
        if changes.contains(.fixed) { row.fixed += 1 }
        if let days = report.certificateDaysLeft, days <= Self.certificateDays { row.ending += 1 }
        rows[report.team] = row
    }

    /// What the template shows; `nil` where no domain has a team.
    func object(runAt: Date, hasChanges: Bool, _ index: PageIndex, _ view: TimelineView?) -> TemplateObject? {
        guard rows.contains(where: { $0.key != nil }) else { return nil }
        let sorted = rows.sorted { left, right in
            (right.value.errors, right.value.domains, left.key ?? "\u{10FFFF}")
                < (left.value.errors, left.value.domains, right.key ?? "\u{10FFFF}")
        }
        return TemplateObject { object in
            let count = rows.count { $0.key != nil }
            object.text("teamsShort", Phrase.count(count, "team"))
            object.flag("hasChanges", hasChanges)
            let view = view.flatMap { $0.hasSparks ? $0 : nil }
            object.flag("hasNights", view != nil)
            object.list("teamRow", sorted.prefix(Self.shownLimit)) { object, entry in
                Self.fill(&object, entry.key, entry.value, hasChanges: hasChanges)
                if let oldest = entry.value.oldest {
                    object.object("oldest") { object in
                        index.link(oldest.name, &object)
                        object.text("oldestSeen", Self.firstSeen(oldest.since, isKnown: oldest.isKnown, runAt: runAt))
                    }
                }
                guard let view, let nights = entry.key.flatMap({ index.timeline?.teams[$0] }) else { return }
                object.object("spark") { spark in
                    spark.text("sparkData", view.spark(nights))
                    if !spark.isEmpty { spark.number("sparkWidth", view.sparkWidth) }
                }
            }
            if sorted.count > Self.shownLimit {
                object.text("moreTeams", "and \(Phrase.number(sorted.count - Self.shownLimit)) more")
            }
        }
    }

    private static func fill(_ object: inout TemplateObject, _ team: String?, _ row: Row, hasChanges: Bool) {
        /// A number that leads to its domains; those without a team cannot be filtered for.
        func cell(_ number: Int, _ filter: String, _ style: String? = nil) -> TemplateObject {
            TemplateObject { cell in
                cell.text("cellNumber", Phrase.number(number))
                if number > 0, let team { cell.text("cellTarget", "team=\(fragment(team))\(filter)") }
                if number > 0 { cell.text("cellStyle", style) }
            }
        }
        object.text("teamName", team ?? "(no team)")
        object.list(
            "cell",
            [cell(row.domains, ""), cell(row.errors, "&status=fail", "error")]
                + (hasChanges ? [cell(row.new, "&change=\(newFilter)"), cell(row.fixed, "&change=fixed")] : [])
                + [cell(row.ending, "&ends=\(endingFilter)", "warning")])
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._:")

    /// When errors were first seen, in words; `isKnown` says whether a run before was without them.
    static func firstSeen(_ date: Date, isKnown: Bool, runAt: Date) -> String? {
        if isKnown, runAt.timeIntervalSince(date) < 1 { return "in this run" }
        return UTCTime(date).map { isKnown ? $0.dayText : "\($0.dayText) or earlier" }
    }

    /// A value as the fragment of an address carries it, as the page's script reads it.
    static func fragment(_ value: String) -> String {
        VisibleText.escape(value).addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
