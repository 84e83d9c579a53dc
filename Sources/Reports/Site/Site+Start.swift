import Audit
import Basics
import Runs

/// The start page, and the page of a run.
extension Site {
    /// The most domains, teams and runs on the start page.
    private static let (maxWorst, maxTeams, maxRuns) = (50, 100, 30)

    /// The overview of the run as it stays in the page of the run, or with the search for names as the start page, which
    /// says where lists are those of another run.
    func start(root: String, search: String? = nil, listsOf other: String? = nil) -> TemplateObject {
        TemplateObject { page in
            (search == nil ? SiteStyle.list : .search).fill(&page, root: root)
            page.markup("search", search ?? "")
            page.text(
                "listsOf",
                other.map {
                    "Names, teams and what needs attention are listed as the run of \(SiteRuns.name($0)) found them."
                })
            page.object("teamTable", teamTable)
            page.object("worst", worst)
            if search != nil {
                let links = runs.all.prefix(Self.maxRuns).map { link(SiteRuns.name($0), $0, "") }
                page.object("lastRuns", TemplateObject { $0.list("lastRun", links) })
            }
            page.add(EstateView(run: run, index: index).object())
            page.text("rules", run.facts.rulesVersion)
            page.text("run", run.facts.id)
            page.text("finishedAt", UTCTime(run.finishedAt)?.minuteText ?? "?")
        }
    }

    func prefix(_ leaf: SiteNames.Leaf) -> TemplateObject {
        TemplateObject { object in
            object.text("prefixPath", leaf.path)
            object.text("prefixText", leaf.prefix)
            object.flag("whole", leaf.isWhole)
            object.text(
                "prefixLabel", leaf.prefix.isEmpty ? "All names" : leaf.isWhole ? leaf.prefix : "\(leaf.prefix)…")
            object.text("prefixCount", DomainWords.grouped(leaf.rows.count))
        }
    }

    private var teamTable: TemplateObject? {
        guard !teams.isEmpty else { return nil }
        return TemplateObject { object in
            object.list(
                "team",
                teams.prefix(Self.maxTeams).map { team in
                    func count(_ statuses: DomainStatus...) -> String {
                        DomainWords.grouped(team.rows.count { statuses.contains(rows[$0].status) })
                    }
                    return TemplateObject { object in
                        object.text("teamPath", SiteAddress.team(team.name))
                        object.text("teamName", team.name)
                        object.text("teamCount", DomainWords.grouped(team.rows.count))
                        object.text("teamErrors", count(.fail))
                        object.text("teamWarnings", count(.warn))
                        object.text("teamMissed", count(.unreachable, .invalid))
                    }
                })
            let more = teams.count - Self.maxTeams
            object.text("moreTeams", more > 0 ? "All \(DomainWords.grouped(teams.count)) teams" : nil)
        }
    }

    private var worst: TemplateObject? {
        let count = order.count { rows[$0].needsAttention }
        guard count > 0 else { return nil }
        return TemplateObject { object in
            object.text("worstTitle", count > Self.maxWorst ? "The worst \(Self.maxWorst)" : "What needs attention")
            object.list("row", order.prefix(min(count, Self.maxWorst)).map { rows[$0].object })
            object.text(
                "worstMore",
                count > Self.maxWorst ? "What needs attention: \(DomainWords.count(count, "domain", "domains"))" : nil)
        }
    }
}
