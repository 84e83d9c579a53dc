import Audit
import Basics
import Findings
import Records

/// The pages with lists: of names, teams, runs, terms, and domains that need attention.
extension Site {
    private static let maxAttentionRows = 1000
    /// The number of pages of names that are rendered together.
    private static let batchSize = 32

    private static func listPage(
        _ heading: String, root: String, at path: String? = nil, notes: [String] = [], style: PageStyle = .list,
        _ fill: (inout TemplateObject) -> Void = { _ in }
    ) -> TemplateObject {
        TemplateObject { page in
            style.fill(&page, root: root)
            page.set(["title": "\(heading) · Universal links", "heading": heading])
            page.texts("note", notes)
            page.flag("isAttention", path == SiteAddress.attention)
            page.flag("isTeams", path == SiteAddress.teams)
            page.flag("isRuns", path == SiteAddress.runs)
            fill(&page)
        }
    }

    /// The first note of a list.
    ///
    /// A complete run is not named, so that lists without changes are not written again.
    private var origin: String {
        let reliability = runs.lastReliablePath == nil ? reliability : .reliable
        return reliability.origin(SiteRuns.name(ofRunAt: runs.ownPath))
    }

    /// Returns the number of domains with each status, with links to their lists on the same page, as markup.
    private func countsMarkup(_ indices: [Int]) -> String {
        let statuses = DomainStatus.worstFirst.compactMap { status -> String? in
            let count = indices.count { rows[$0].status == status }
            guard count > 0 else { return nil }
            let text = "\(Phrase.number(count)) \(Phrase.lowered(status.label(count)))"
            return status.needsAttention ? "<a href=\"#\(status.rawValue)\">\(text)</a>" : text
        }
        return "\(Phrase.count(indices.count, "domain")): \(statuses.joined(separator: ", "))"
    }

    func writeLists() throws(OutputError) {
        let attention = attentionPage("Needs attention", order, root: "", at: SiteAddress.attention)
        try put("siteList", attention, at: SiteAddress.attention)
        for (name, rows) in teams {
            let path = SiteAddress.team(name)
            try put("siteList", attentionPage(name ?? TeamMatrix.noTeam, rows, root: "../", at: path), at: path)
        }
        let notes = [origin] + (teams.isEmpty ? ["No domain has a team."] : [])
        let all = Self.listPage("Teams", root: "../", at: SiteAddress.teams, notes: notes) { page in
            page.object("teamTable") { fillTeams(&$0, teams[...]) }
        }
        try put("siteList", all, at: SiteAddress.teams)
        let written = Set(teams.map { SiteAddress.team($0.name) } + [SiteAddress.teams])
        try writeEmptyLists(folder.pages(in: SiteAddress.teamFolder).filter { !written.contains($0) })
        let words = Self.listPage("Glossary", root: "") { $0.object("words", GlossaryView.fill) }
        try put("siteList", words, at: SiteAddress.glossary)
    }

    /// Groups the domains among `indices` that need attention by status and cause, in the order of their first members.
    func groupsByCause(_ indices: some Sequence<Int>) -> [[Int]] {
        let affected = indices.filter { rows[$0].status.needsAttention }
        let groups = Dictionary(grouping: affected) { rows[$0].anchor }
        return affected.map { rows[$0].anchor }.unique.compactMap { groups[$0] }
    }

    private func attentionPage(_ heading: String, _ indices: [Int], root: String, at path: String) -> TemplateObject {
        let affected = indices.filter { rows[$0].status.needsAttention }
        return Self.listPage(heading, root: root, at: path, notes: [origin], style: .tickets) { page in
            page.markup("counts", countsMarkup(indices))
            let groups = groupsByCause(affected.prefix(Self.maxAttentionRows))
            let statuses = DomainStatus.worstFirst.filter { status in affected.contains { rows[$0].status == status } }
            page.list("group", statuses) { group, status in
                let count = affected.count { rows[$0].status == status }
                let members = groups.filter { rows[$0[0]].status == status }
                let rest = count - members.reduce(0) { $0 + $1.count }
                group.text("groupID", status.rawValue)
                group.text("groupTitle", "\(status.label(count)) \(Phrase.number(count))")
                group.list("problem", members) { problem, indices in
                    let first = rows[indices[0]]
                    problem.set(["problemAnchor": first.anchor, "problemTitle": first.causeTitle])
                    problem.text("problemAction", first.code.map { Catalogue[$0].action })
                    problem.text("problemCount", Phrase.count(indices.count, "domain"))
                    problem.object("ticket") { $0.texts("ticketLine", ticket(indices)) }
                    problem.list("row", rowsByValues(indices)) { row, members in
                        rows[members[0]].fill(&row)
                        row.list("member", members) { rows[$1].fill(&$0) }
                    }
                }
                let more = Phrase.count(rest, members.isEmpty ? "domain" : "more domain")
                let text = "\(more) \(rest == 1 ? "is" : "are") found by name only."
                group.text("moreLabel", rest > 0 ? text : nil)
            }
            page.text("rest", "\(affected.isEmpty ? "All" : "All others") are OK or accepted; they are found by name.")
        }
    }

    /// Groups domains that differ only in their names, which then share a row.
    private func rowsByValues(_ indices: [Int]) -> [[Int]] {
        func values(_ index: Int) -> [String?] {
            let row = rows[index]
            return [row.answer.word, row.people, row.expirationDay, row.code == nil ? row.cause : nil]
        }
        let groups = Dictionary(grouping: indices, by: values)
        return indices.map(values).unique.compactMap { groups[$0] }
    }

    /// Returns a ticket for domains with the same cause, without data that differ every night.
    private func ticket(_ indices: [Int]) -> [String] {
        guard let code = rows[indices[0]].code else { return [] }
        var names = DomainNames()
        for index in indices { names.add(rows[index].name) }
        return FixFirstView.ticket(code, names)
    }

    func fillTeams(_ object: inout TemplateObject, _ shown: ArraySlice<(name: String?, rows: [Int])>) {
        guard !shown.isEmpty else { return }
        let present = Set(rows.map(\.status))
        let statuses = DomainStatus.worstFirst.filter { $0.needsAttention && present.contains($0) }
        object.texts("teamHeading", ["Domains"] + statuses.map { $0.label(2) })
        object.list("team", shown) { object, team in
            let path = SiteAddress.team(team.name)
            object.set(["teamPath": path, "teamName": team.name ?? TeamMatrix.noTeam])
            object.flag("isNoTeam", team.name == nil)
            let cells = statuses.map { status in
                (status.label(2), team.rows.count { rows[$0].status == status }, "\(path)#\(status.rawValue)")
            }
            object.list("cell", [("Domains", team.rows.count, path)] + cells) {
                $0.cell($1.0, $1.1, target: $1.2)
            }
        }
        object.text("moreTeams", teams.count > shown.count ? "All teams" : nil)
    }

    func writeEmptyLists(_ paths: some Sequence<String>) throws(OutputError) {
        let page = Self.listPage("Nothing is listed here now", root: "../", notes: [origin, "No domain belongs here."])
        for path in paths { try put("siteList", page, at: path) }
    }

    /// Writes the pages of names, and returns the search form for them.
    func writeNames() throws(OutputError) -> String {
        let names = SiteNames(rows)
        for start in stride(from: 0, to: names.pages.count, by: Self.batchSize) {
            let listed = Array(names.pages[start..<min(start + Self.batchSize, names.pages.count)])
            let pages = listed.concurrentMap { [rows, origin] namePage in
                let heading = namePage.title ?? "All domains"
                let page = Self.listPage(heading, root: "../", notes: [origin], style: .search) { page in
                    page.flag("search", true)
                    page.object("rows") { table in
                        table.flag("found", true)
                        table.list("row", namePage.rows) { rows[$1].fill(&$0) }
                    }
                }
                return Array(PageTemplates.render("siteList", page).utf8)
            }
            for (namePage, page) in zip(listed, pages) { try folder.put(page, at: namePage.path) }
        }
        let written = Set(names.pages.map(\.path))
        try writeEmptyLists(folder.pages(in: SiteAddress.nameFolder).filter { !written.contains($0) })
        guard !written.isEmpty else { return "" }
        let search = TemplateObject { form in
            form.list("prefix", names.pages) { object, namePage in
                object.set([
                    "prefixPath": namePage.path, "prefixText": namePage.prefix,
                    "prefixLabel": namePage.title ?? "All names", "prefixCount": Phrase.number(namePage.rows.count),
                ])
                object.flag("whole", namePage.isWhole)
            }
        }
        return PageTemplates.render("siteSearch", search)
    }

    /// The search form of the existing start page.
    var keptSearch: String {
        let page = String(decoding: folder.readPage(at: SiteAddress.start) ?? [], as: UTF8.self)
        guard let start = page.firstRange(of: "<section aria-labelledby=\"h-search\">"),
            let end = page[start.upperBound...].firstRange(of: "</section>\n")
        else { return "" }
        return String(page[start.lowerBound..<end.upperBound])
    }

    func writeRuns() throws(OutputError) {
        // This page is written every night, so that it can warn of an old run.
        let page = Self.listPage("Runs", root: "../", at: SiteAddress.runs, style: .search) { page in
            page.text("ageFrom", runs.isNewest ? UTCTime(run.facts.startedAt)?.secondText : nil)
            page.object("runs") { runs.fill(&$0, runs.allPaths, in: folder) }
        }
        try put("siteList", page, at: SiteAddress.runs)
    }
}
