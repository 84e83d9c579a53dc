import Audit
import Basics
import Records

/// The start page, and the page of a run.
extension Site {
    // The maximum numbers on the start page.
    private static let maxWorst = 50
    private static let maxTeams = 100
    private static let maxRuns = 30
    private static let maxLinesOfChanges = 5

    /// Returns the page of the run or, with a search form, the start page, which states if it links to lists of another
    /// run (`other`).
    func overview(root: String, search: String? = nil, listsOf other: String? = nil) -> TemplateObject {
        TemplateObject { page in
            (search == nil ? PageStyle.list : .search).fill(&page, root: root)
            page.markup("search", search ?? "")
            page.flag("isStart", search != nil)
            if search != nil { fillAge(&page) }
            let lists = "The lists of names, of teams and of domains that need attention are those of the run of"
            page.text("listsOf", other.map { "\(lists) \(SiteRuns.name(ofRunAt: $0))." })
            // Whether this is the start page, with lists of the same run.
            let hasOwnLists = search != nil && other == nil && reliability != .inDoubt
            // Results of a run in doubt are not attributed to individual domains.
            if reliability != .inDoubt {
                page.object("problems") { problems in
                    problems.list("problem", groupsByCause(order)) { object, indices in
                        let row = rows[indices[0]]
                        object.set([
                            "problemState": row.status.rawValue, "problemLabel": row.status.label,
                            "problemTitle": row.causeTitle, "problemCount": Phrase.number(indices.count),
                        ])
                        object.text("problemAnchor", hasOwnLists ? row.anchor : nil)
                    }
                    let all = "Needs attention: \(Phrase.count(attentionCount, "domain"))"
                    problems.text("problemsMore", hasOwnLists && isLong ? all : nil)
                }
                page.object("teamTable") { fillTeams(&$0, teams.prefix(Self.maxTeams)) }
                if !hasOwnLists || !isLong { page.object("worst", fillWorst) }
                var fixFirst = fixFirst
                fixFirst.address = { hasOwnLists ? "\(SiteAddress.attention)#\(rows[$1].anchor)" : nil }
                if !run.ending.isInDoubt { page.object("fixFirst", fixFirst.fill) }
            }
            page.flag("isOfLists", hasOwnLists)
            if let changes = run.changes {
                page.flag("changed", !changes.lists.isEmpty || changes.rules != nil)
                // A list with more than four names has two lines.
                let lines = changes.lists.map { $0.names.count > 4 ? 2 : 1 }.reduce(0, +)
                page.flag("foldsChanges", lines > Self.maxLinesOfChanges)
            }
            if search != nil {
                page.object("runs") { runs.fill(&$0, runs.allPaths.prefix(Self.maxRuns), in: folder) }
            }
            page.text("interrupted", reliability.banner)
            let view = EstateView(run: run, index: index, titleEnd: run.titleEnd(reliability.titleEnd))
            let errors = index.count("status", DomainStatus.fail)
            page.text("mark", SiteRuns.mark(reliability, errors: errors, result: view.result))
            view.fill(&page)
        }
    }

    var fixFirst: FixFirstView { FixFirstView(index: index, runAt: run.facts.startedAt) }

    private var attentionCount: Int { order.count { rows[$0].status.needsAttention } }
    /// Whether more domains need attention than one table of an overview shows.
    private var isLong: Bool { attentionCount > Self.maxWorst }

    private func fillWorst(_ object: inout TemplateObject) {
        guard attentionCount > 0 else { return }
        object.text("worstTitle", isLong ? "The worst \(Self.maxWorst)" : "Needs attention")
        let worst = order.prefix(min(attentionCount, Self.maxWorst))
        object.object("rows") { $0.list("row", worst) { rows[$1].fill(&$0, hasOwners: index.hasPeople) } }
    }
}
