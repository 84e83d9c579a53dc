import Audit
import Basics
public import Runs

/// A folder of static pages: the newest run at its start, and a page for each run, team and domain.
///
/// The domains are gone through once. The page of a domain is written when it says something else than the page that is there; the
/// rows of all domains are kept for the lists. Pages keep their addresses, and none is ever deleted.
public struct SiteRenderer: DocumentRenderer {
    private let folder: SiteFolder?

    /// Creates a renderer for a folder.
    public init(_ folder: SiteFolder?) { self.folder = folder }

    /// Writes all pages but the start page to the folder, and the start page to `sink`; ending the sink is left to the caller.
    public func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        guard let folder else { throw .request("a site is a folder of pages; write site:FOLDER") }
        let templates: PageTemplates
        do {
            templates = try PageTemplates()
        } catch {
            // A test holds the templates to be readable.
            preconditionFailure("a template of the site cannot be read: \(error)")
        }
        var site = Site(run: run, folder: folder, templates: templates)
        try site.write(startPage: sink)
    }
}

/// One site being written.
private struct Site {
    /// The most rows of a list of what needs attention.
    private static let maxRows = 1000
    /// The most domains, teams and runs on the start page.
    private static let (maxWorst, maxTeams, maxRuns) = (50, 100, 30)

    let run: any StoredRun
    let folder: SiteFolder
    let templates: PageTemplates

    private var index = PageIndex()
    private var rows: [SiteRow] = []
    /// The pages of this run's domains, by their hashes.
    private var current: Set<UInt64> = []
    /// The rows that need attention, the worst first, and the others.
    private var order: [Int] = []
    private var teams: [(name: String, rows: [Int])] = []

    init(run: any StoredRun, folder: SiteFolder, templates: PageTemplates) {
        self.run = run
        self.folder = folder
        self.templates = templates
    }

    mutating func write(startPage sink: any OutputSink) throws(OutputError) {
        let path = SiteAddress.run(run.facts)
        let others = folder.pages(in: SiteAddress.runFolder).filter { $0 != SiteAddress.runs && $0 != path }
        // An earlier run that is written later has a page of its own, and changes no other.
        let isNewest = others.last.map { SiteRuns.time($0) <= SiteRuns.time(path) } ?? true
        try takeDomains(writingPages: isNewest)
        if isNewest {
            if run.complete, let last = others.last { try markGone(lastRun: SiteRuns.name(last)) }
            try writeLists()
        }
        try put(.siteStart, start(root: "../"), at: path)
        let runs = (others + [path]).sorted().reversed()
        try writeRuns(Array(runs))
        guard isNewest else { return }
        let names = try writeNames()
        try sink.write(templates.render(.siteStart, start(root: "", names: names, runs: Array(runs))))
    }

    private func put(_ template: PageTemplates.Name, _ page: TemplateObject, at path: String) throws(OutputError) {
        try folder.put(Array(templates.render(template, page).utf8), at: path)
    }

    // MARK: Domains

    private mutating func takeDomains(writingPages: Bool) throws(OutputError) {
        let runAt = run.facts.startedAt
        try run.forEachDomain { domain throws(OutputError) in
            let report = run.changes == nil ? domain.withoutComparison : domain
            let past = run.past(of: report)
            let path = SiteAddress.domain(report)
            _ = index.add(report, past: past, at: path)
            rows.append(SiteRow(report, path: path))
            // The same entry once more has nothing else to say.
            guard current.insert(StableHash(path).value).inserted, writingPages else { return }
            let page = SiteDomainPage(report, since: past?.statusSince, runAt: runAt)
            if let head = folder.beginning(of: path, SiteDomainPage.headBytes), page.isSaid(by: head) { return }
            try folder.put(page.bytes(templates), at: path)
        }
        for name in run.changes?.domains?.removed.names ?? [] {
            guard let path = SiteAddress.domain(named: name), folder.beginning(of: path, 1) != nil else { continue }
            index.name(name, is: path)
        }
        order = index.ranks.sorted().map(\.index)
        var byTeam: [String: [Int]] = [:]
        for place in order { if let team = rows[place].team { byTeam[team, default: []].append(place) } }
        let named: [(name: String, rows: [Int])] = byTeam.map { (name: $0.key, rows: $0.value) }
        teams = named.sorted { ($1.rows.count(where: isBroken), $0.name) < ($0.rows.count(where: isBroken), $1.name) }
    }

    private func isBroken(_ place: Int) -> Bool { rows[place].status == .fail }

    /// Says on the pages of domains that are not in this run that they are no longer audited.
    private func markGone(lastRun: String) throws(OutputError) {
        for shard in folder.folders(in: SiteAddress.domainFolder) {
            for path in folder.pages(in: shard) where !current.contains(StableHash(path).value) {
                guard let head = folder.beginning(of: path, SiteDomainPage.headBytes), SiteDomainPage.isAudited(head),
                    let page = folder.beginning(of: path, .max)
                else { continue }
                try folder.put(SiteDomainPage.notAudited(page, lastRun: lastRun), at: path)
            }
        }
    }

    // MARK: Lists

    private func list(
        _ heading: String, root: String, notes: [String] = [], style: SiteStyle = .list,
        _ fill: (inout TemplateObject) -> Void = { _ in }
    ) -> TemplateObject {
        TemplateObject { page in
            style.fill(&page, root: root)
            page.text("title", "\(heading) · Universal links")
            page.text("heading", heading)
            page.texts("note", notes)
            fill(&page)
        }
    }

    private func rowList(_ places: some Sequence<Int>) -> TemplateObject {
        TemplateObject { $0.list("row", places.map { rows[$0].object }) }
    }

    /// How many domains are in which state.
    private func counts(_ places: [Int]) -> String {
        var counts: [DomainStatus: Int] = [:]
        for place in places { counts[rows[place].status, default: 0] += 1 }
        let states = DomainStatus.worstFirst.compactMap { status in
            counts[status].map { "\(DomainWords.grouped($0)) \(status.label($0).lowercased())" }
        }
        return "\(DomainWords.count(places.count, "domain", "domains")): \(states.joined(separator: ", "))"
    }

    private func writeLists() throws(OutputError) {
        let unwell = order.filter { rows[$0].needsAttention }
        try put(
            .siteList, attention("Needs attention", unwell, all: Array(rows.indices), root: ""),
            at: SiteAddress.attention)
        var written: Set<String> = [SiteAddress.teams]
        for team in teams {
            let path = SiteAddress.team(team.name)
            written.insert(path)
            let unwell = team.rows.filter { rows[$0].needsAttention }
            try put(.siteList, attention(team.name, unwell, all: team.rows, root: "../"), at: path)
        }
        let notes = teams.isEmpty ? ["No domain of the newest run has a team."] : []
        let all = list("Teams", root: "../", notes: notes) { page in
            let links = teams.map { link($0.name, SiteAddress.team($0.name), counts($0.rows)) }
            page.object("pages", TemplateObject { $0.list("page", links) })
        }
        try put(.siteList, all, at: SiteAddress.teams)
        try writeEmpty(in: SiteAddress.teamFolder, but: written)
        let words = list("Words", root: "") { $0.object("words", GlossaryView.fill) }
        try put(.siteList, words, at: SiteAddress.words)
    }

    private func link(_ name: String, _ path: String, _ note: String) -> TemplateObject {
        TemplateObject { page in
            page.text("pagePath", path)
            page.text("pageName", name)
            page.text("pageNote", note)
        }
    }

    private func attention(_ heading: String, _ unwell: [Int], all: [Int], root: String) -> TemplateObject {
        list(heading, root: root) { page in
            page.text("counts", counts(all))
            if !unwell.isEmpty { page.object("rows", rowList(unwell.prefix(Self.maxRows))) }
            let rest = unwell.count - min(Self.maxRows, unwell.count)
            page.text(
                "rest",
                rest > 0
                    ? "And \(DomainWords.count(rest, "more domain needs", "more domains need")) attention; they are found by name."
                    : "All others are fine or accepted; they are found by name.")
        }
    }

    /// What a page says that an earlier run has written, and of which this one has nothing.
    private func writeEmpty(in folder: String, but written: Set<String>) throws(OutputError) {
        let page = list("Nothing is listed here now", root: "../", notes: ["No domain of the newest run belongs here."])
        for path in self.folder.pages(in: folder) where !written.contains(path) { try put(.siteList, page, at: path) }
    }

    private func writeNames() throws(OutputError) -> SiteNames {
        let names = SiteNames(rows)
        for leaf in names.leaves {
            let heading = leaf.prefix.isEmpty ? "All domains" : leaf.isWhole ? leaf.prefix : "\(leaf.prefix)…"
            let page = list(heading, root: "../", style: .search) { page in
                page.flag("search", true)
                var found = rowList(leaf.rows)
                found.flag("found", true)
                page.object("rows", found)
            }
            try put(.siteList, page, at: leaf.path)
        }
        try writeEmpty(in: SiteAddress.nameFolder, but: Set(names.leaves.map(\.path)))
        return names
    }

    private func writeRuns(_ paths: [String]) throws(OutputError) {
        let page = list("Runs", root: "../") { page in
            let links = paths.map { link(SiteRuns.name($0), $0, SiteRuns.title($0, in: folder) ?? "") }
            page.object("pages", TemplateObject { $0.list("page", links) })
        }
        try put(.siteList, page, at: SiteAddress.runs)
    }

    // MARK: The start page, and the page of a run

    /// The overview of the run: at the start with the names and runs of the site, else as it stays in the page of the run.
    private func start(root: String, names: SiteNames? = nil, runs: [String] = []) -> TemplateObject {
        TemplateObject { page in
            (names == nil ? SiteStyle.list : .search).fill(&page, root: root)
            if let names, !names.leaves.isEmpty {
                page.object("search", TemplateObject { $0.list("prefix", names.leaves.map(prefix)) })
            }
            page.object("teamTable", teamTable)
            page.object("worst", worst)
            if !runs.isEmpty {
                let links = runs.prefix(Self.maxRuns).map { path in
                    TemplateObject { object in
                        object.text("runPath", path)
                        object.text("runName", SiteRuns.name(path))
                    }
                }
                page.object("lastRuns", TemplateObject { $0.list("lastRun", links) })
            }
            page.add(EstateView(run, index: index, only: nil).object())
            page.text("rules", run.facts.rulesVersion)
            page.text("run", run.facts.id)
            page.text("finishedAt", UTCTime(run.finishedAt)?.minuteText ?? "?")
        }
    }

    private func prefix(_ leaf: SiteNames.Leaf) -> TemplateObject {
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

/// The pages of runs, by the names of their files.
enum SiteRuns {
    /// When the run began, as the name of its page has it; such texts sort by time.
    static func time(_ path: String) -> Substring { path.split(separator: "/").last?.prefix { $0 != "~" } ?? "" }

    /// The name of a run for people: when it began.
    static func name(_ path: String) -> String {
        let parts = time(path).split(separator: "T")
        guard parts.count == 2, parts[1].utf8.count == 6 else { return String(time(path)) }
        return "\(parts[0]) \(parts[1].prefix(2)):\(parts[1].dropFirst(2).prefix(2)) UTC"
    }

    /// The title of the page of a run; `nil` where it has none in plain words.
    static func title(_ path: String, in folder: SiteFolder) -> String? {
        guard let head = folder.beginning(of: path, 2000) else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        guard let title = text.firstMatch(of: #/<title>([^<>&"']*)<\/title>/#) else { return nil }
        return String(title.1)
    }
}
