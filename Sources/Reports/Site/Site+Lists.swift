import Audit
import Basics
import Findings
import Platform
import Records

/// The pages with lists: of names, teams, runs, terms, and domains that need attention.
extension Site {
    private static let maxAttentionRows = 1000
    /// The number of names, and of owners, that a fix shows at first.
    private static let maxNames = 3
    /// The number of pages of names that are rendered together.
    private static let batchSize = 32

    private static func listPage(
        _ heading: String, root: String, at path: String? = nil, notes: [String] = [],
        _ fill: (inout TemplateObject) -> Void = { _ in }
    ) -> TemplateObject {
        TemplateObject { page in
            PageStyle.search.fill(&page, root: root)
            page.set(["title": "\(heading) · Universal links", "heading": heading])
            page.texts("note", notes)
            page.flag("isAttention", path == SiteAddress.attention)
            page.flag("isTeams", path == SiteAddress.teams)
            page.flag("isRuns", path == SiteAddress.runs)
            fill(&page)
        }
    }

    /// The first note of a list with the time of the run, which every run writes again.
    private var datedOrigin: String { reliability.origin(SiteRuns.name(ofRunAt: runs.ownPath)) }

    /// The first note of a list that only changes write again.
    private var origin: String {
        let isReliable = reliability == .reliable || runs.lastReliablePath != nil
        return isReliable ? "As of the newest complete run." : datedOrigin
    }

    private static func countText(_ count: Int, _ status: DomainStatus) -> String {
        status == .invalid
            ? Phrase.count(count, "entry that is not a domain", "entries that are not domains")
            : "\(Phrase.number(count)) \(Phrase.lowered(status.label(count)))"
    }

    /// Returns the number of domains with each status, with links to their lists on the same page, as markup.
    private func countsMarkup(_ indices: [Int]) -> String {
        let statuses = DomainStatus.worstFirst.compactMap { status -> String? in
            let count = indices.count { rows[$0].status == status }
            guard count > 0 else { return nil }
            let text = Self.countText(count, status)
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
        let notes = [datedOrigin] + (teams.isEmpty ? ["No domain has a team."] : [])
        let all = Self.listPage("Teams", root: "../", at: SiteAddress.teams, notes: notes) { page in
            fillAge(&page)
            page.object("teamTable") { fillTeams(&$0, teams[...]) }
        }
        try put("siteList", all, at: SiteAddress.teams)
        let written = Set(teams.map { SiteAddress.team($0.name) } + [SiteAddress.teams])
        try writeEmptyLists(folder.pages(in: SiteAddress.teamFolder).filter { !written.contains($0) })
        let words = Self.listPage("Glossary", root: "") { $0.object("words", GlossaryView.fill) }
        try put("siteList", words, at: SiteAddress.glossary)
    }

    /// Groups the domains among `indices` that need attention by status, the worst first, then by cause, in the order
    /// of their fixes.
    func groupsByCause(_ indices: some Sequence<Int>) -> [[Int]] {
        let affected = indices.filter { rows[$0].status.needsAttention }
        let groups = Dictionary(grouping: affected) { rows[$0].anchor }
        let byFix = affected.map { rows[$0].anchor }.unique.compactMap { groups[$0] }
        return DomainStatus.worstFirst.flatMap { status in byFix.filter { rows[$0[0]].status == status } }
    }

    /// Sets the time from which a page of the newest run counts its age.
    func fillAge(_ page: inout TemplateObject) {
        page.text("ageFrom", runs.isNewest ? run.facts.startedAt.secondText : nil)
    }

    private func attentionPage(_ heading: String, _ indices: [Int], root: String, at path: String) -> TemplateObject {
        let affected = indices.filter { rows[$0].status.needsAttention }
        return Self.listPage(heading, root: root, at: path, notes: [datedOrigin]) { page in
            fillAge(&page)
            page.markup("counts", countsMarkup(indices))
            let groups = groupsByCause(affected.prefix(Self.maxAttentionRows))
            let statuses = DomainStatus.worstFirst.filter { status in affected.contains { rows[$0].status == status } }
            page.list("group", statuses) { group, status in
                let count = affected.count { rows[$0].status == status }
                let members = groups.filter { rows[$0[0]].status == status }
                let rest = count - members.reduce(0) { $0 + $1.count }
                group.set(["groupID": status.rawValue, "groupTitle": Self.countText(count, status)])
                group.list("problem", members) { problem, indices in
                    let first = rows[indices[0]]
                    problem.set([
                        "problemAnchor": first.anchor, "problemAction": first.action, "problemTitle": first.causeTitle,
                        "problemCount": status == .invalid ? nil : Phrase.count(indices.count, "domain"),
                    ])
                    let byFix = Dictionary(grouping: indices) { fixes[$0] ?? .max }
                    problem.list("fix", byFix.sorted { $0.key < $1.key }) { fillFix(&$0, $1.value, position: $1.key) }
                }
                let more = Phrase.count(rest, members.isEmpty ? "domain" : "more domain")
                let text = "\(more) \(rest == 1 ? "is" : "are") found by name only."
                group.text("moreLabel", rest > 0 ? text : nil)
            }
            page.text("rest", "\(affected.isEmpty ? "All" : "All others") are OK or accepted; they are found by name.")
        }
    }

    /// Sets the domains among `indices`, which one fix covers, with their owners and the ticket of the fix.
    ///
    /// The position in the plan is `Int.max` for entries that are not domains, and for the least urgent of very many
    /// problems.
    private func fillFix(_ object: inout TemplateObject, _ indices: [Int], position: Int) {
        let members = indices.map { rows[$0] }
        object.list("named", members.prefix(Self.maxNames)) { $1.fill(&$0, hasOwners: false) }
        let others = members.dropFirst(Self.maxNames)
        object.list("other", others) { $1.fill(&$0, hasOwners: false) }
        object.text("othersLabel", others.isEmpty ? nil : "and \(Phrase.number(others.count)) more")
        guard let code = members[0].code else { return object.flag("isInvalid", true) }
        object.text("rank", position == .max ? nil : Phrase.number(position + 1))
        let owners = members.compactMap { $0.owner ?? $0.team }.unique
        let teams = members.compactMap(\.team).unique.filter { !owners.contains($0) }
        object.text("stepPeople", Phrase.list(owners, limit: Self.maxNames))
        object.text("stepTeams", Phrase.list(teams, limit: Self.maxNames))
        // The earliest date of these domains.
        let ends = members.filter(\.isCertificateCause).compactMap(\.cause).min()
        object.text("ends", ends)
        object.flag("isExpired", ends != nil && members[0].isExpired)
        object.text("count", members.count > 1 ? Phrase.number(members.count) : nil)
        let steps = index.plan.steps + index.plan.others
        let step = position < steps.count ? steps[position] : nil
        object.text("unowned", owners.isEmpty && index.hasPeople ? step?.unownedText ?? members[0].unowned : nil)
        object.text("shared", step?.shared)
        object.text("effect", step?.effect.map(Phrase.capitalized))
        let answers = step?.effect == nil ? members.map(\.answer).unique : []
        object.list("opens", answers) { $0.set(["answer": $1.rawValue, "answerWord": $1.word]) }
        var names = DomainNames()
        for row in members { names.add(row.name) }
        let ticket = step.map(fixFirst.ticket) ?? FixFirstView.ticket(code, names)
        object.object("ticket") { $0.texts("ticketLine", ticket) }
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
            let pages = listed.concurrentMap { [rows, origin, hasOwners = index.hasPeople] namePage in
                let heading = namePage.title ?? "All domains"
                let page = Self.listPage(heading, root: "../", notes: [origin]) { page in
                    page.flag("search", true)
                    page.object("rows") { table in
                        table.flag("found", true)
                        table.list("row", namePage.rows) { rows[$1].fill(&$0, hasOwners: hasOwners) }
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
            form.flag("divided", names.pages.count > 1)
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
        guard let start = page.firstRange(of: "<section class=\"find\" aria-label=\"Find a domain\">"),
            let end = page[start.upperBound...].firstRange(of: "</section>\n")
        else { return "" }
        return String(page[start.lowerBound..<end.upperBound])
    }

    func writeRuns() throws(OutputError) {
        // This page is written every night, so that it can warn of an old run.
        let page = Self.listPage("Runs", root: "../", at: SiteAddress.runs) { page in
            fillAge(&page)
            page.object("runs") { runs.fill(&$0, runs.allPaths, in: folder) }
        }
        try put("siteList", page, at: SiteAddress.runs)
    }
}
