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
            (search == nil ? PageStyle.list : .search).fill(&page, root: root)
            page.markup("search", search ?? "")
            page.text(
                "listsOf",
                other.map {
                    "Names, teams and what needs attention are listed as the run of \(SiteRuns.name($0)) found them."
                })
            // What a run in doubt says of single domains accuses nobody.
            page.object("teamTable", standing == .inDoubt ? nil : teamTable)
            page.object("worst", standing == .inDoubt ? nil : worst)
            if search != nil {
                let links = runs.all.prefix(Self.maxRuns).map { link(SiteRuns.name($0), $0, "") }
                page.object("lastRuns", TemplateObject { $0.list("lastRun", links) })
            }
            page.text("interrupted", standing.banner)
            page.add(EstateView(run: run, index: index, titleEnd: run.titleEnd(standing.titleEnd)).object())
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
            object.text("prefixCount", Phrase.number(leaf.rows.count))
        }
    }

    private var teamTable: TemplateObject? {
        guard !teams.isEmpty else { return nil }
        let present = Set(rows.map(\.status))
        let states = DomainStatus.worstFirst.filter { $0.needsAttention && present.contains($0) }
        return TemplateObject { object in
            object.list("teamHeading", states) { $0.text("stateLabel", $1.label(2)) }
            object.list(
                "team",
                teams.prefix(Self.maxTeams).map { team in
                    TemplateObject { object in
                        let path = SiteAddress.team(team.name)
                        object.text("teamPath", path)
                        object.text("teamName", Self.name(ofTeam: team.name))
                        object.text("teamCount", Phrase.number(team.rows.count))
                        object.list("teamState", states) { object, status in
                            let count = team.rows.count { rows[$0].status == status }
                            object.text("stateCount", Phrase.number(count))
                            object.text("statePath", count > 0 ? "\(path)#\(status.rawValue)" : nil)
                        }
                    }
                })
            object.text("moreTeams", teams.count > Self.maxTeams ? "All teams" : nil)
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
                count > Self.maxWorst ? "What needs attention: \(Phrase.count(count, "domain", "domains"))" : nil)
        }
    }
}
