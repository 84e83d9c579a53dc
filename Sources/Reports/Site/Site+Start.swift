import Audit
import Basics
import Records

/// The start page, and the page of a run.
extension Site {
    // The maximum numbers of domains, teams and runs on the start page.
    private static let maxWorst = 50
    private static let maxTeams = 100
    private static let maxRuns = 30

    /// Returns the overview of the run, either for the permanent page of the run or, with the search form, for the
    /// start page.
    ///
    /// If the start page links to lists of another run (`other`), the page contains a note.
    func overview(root: String, search: String? = nil, listsOf other: String? = nil) -> TemplateObject {
        TemplateObject { page in
            (search == nil ? PageStyle.list : .search).fill(&page, root: root)
            page.markup("search", search ?? "")
            let lists = "Names, teams and what needs attention are listed as the run of"
            page.text("listsOf", other.map { "\(lists) \(SiteRuns.name(ofRunAt: $0)) found them." })
            // Whether this is the start page, with lists of the same run.
            let hasOwnLists = search != nil && other == nil && reliability != .inDoubt
            // Results of a run in doubt are not attributed to individual domains.
            if reliability != .inDoubt {
                page.object("problems") { problems in
                    problems.list("problem", groupsByCause(order)) { object, indices in
                        let row = rows[indices[0]]
                        object.text("problemState", row.status.rawValue)
                        object.text("problemLabel", row.status.label)
                        object.text("problemTitle", row.causeTitle)
                        object.text("problemCount", Phrase.number(indices.count))
                        object.text("problemAnchor", hasOwnLists ? row.anchor : nil)
                    }
                    let all = "What needs attention: \(Phrase.count(attentionCount, "domain"))"
                    problems.text("problemsMore", hasOwnLists && isLong ? all : nil)
                }
                page.object("teamTable", teamTable(teams.prefix(Self.maxTeams)))
                page.object("worst", hasOwnLists && isLong ? nil : worst)
                let startView = StartView(index: index, runAt: run.facts.startedAt) { _, first in
                    hasOwnLists ? "\(SiteAddress.attention)#\(rows[first].anchor)" : nil
                }
                page.object("fixFirst", run.ending.isInDoubt ? nil : startView.object())
            }
            page.flag("isOfLists", hasOwnLists)
            if let changes = run.changes { page.flag("changed", !changes.lists.isEmpty || changes.rules != nil) }
            if search != nil { page.object("runs", runs.table(runs.allPaths.prefix(Self.maxRuns), in: folder)) }
            page.text("interrupted", reliability.banner)
            let view = EstateView(run: run, index: index, titleEnd: run.titleEnd(reliability.titleEnd))
            let errors = index.count("status", DomainStatus.fail)
            page.text("mark", SiteRuns.mark(reliability, errors: errors, result: view.result))
            page.add(view.object())
        }
    }

    private var attentionCount: Int { order.count { rows[$0].status.needsAttention } }
    /// Whether more domains need attention than one table of an overview shows.
    private var isLong: Bool { attentionCount > Self.maxWorst }

    private var worst: TemplateObject? {
        guard attentionCount > 0 else { return nil }
        return TemplateObject { object in
            object.text("worstTitle", isLong ? "The worst \(Self.maxWorst)" : "What needs attention")
            object.object("rows") { table in
                table.list("row", order.prefix(min(attentionCount, Self.maxWorst)).map { rows[$0].object })
            }
        }
    }
}
