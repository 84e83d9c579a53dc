import Audit
import Basics
import Findings
package import Records

package import struct Foundation.Date

/// A renderer of static pages: the newest run on the start page, and a page for each run, team and domain.
///
/// The domains are read once, and prepared on all cores. The page of a domain is written only if its content differs
/// from the existing page; the rows of all domains are kept for the lists. Pages keep their URLs, and no page is ever
/// deleted.
package struct SiteRenderer: DocumentRenderer {
    private let folder: SiteFolder?
    private let now: () -> Date

    /// Creates a renderer for a folder; `now` returns the current time, to detect runs with a start in the future.
    package init(_ folder: SiteFolder?, now: @escaping () -> Date = Date.init) {
        self.folder = folder
        self.now = now
    }

    /// Writes all pages except the start page to the folder, and the start page to `sink`, which the caller must
    /// finish.
    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        guard let folder else { throw .request("a site is a folder of pages; write site:FOLDER") }
        try folder.hold(to: run.facts.part)
        guard run.summary.targets > 0 || run.ending.complete && !run.ending.isCompletenessAssumed else {
            throw .writing(
                path: folder.path,
                reason:
                    "the input has no domains, and does not show that a complete run had none; the site is unchanged")
        }
        var site = Site(run: run, folder: folder)
        try site.write(startPage: sink, now: now())
    }
}

/// A site that is being written.
struct Site {
    let run: any StoredRun
    let folder: SiteFolder
    /// The role of the run for the site.
    let standing: SiteStanding

    /// The pages of all runs, including this run.
    let runs: SiteRuns
    private(set) var index: PageIndex
    private(set) var rows: [SiteRow] = []
    /// The hashes of the pages of this run's domains.
    private var current: Set<UInt64> = []
    /// The indexes of the rows: the domains that need attention, the worst first, followed by the others.
    private(set) var order: [Int] = []
    /// The indexes of the rows of each team, and of the domains without a team if there are any teams, the most errors
    /// first.
    private(set) var teams: [(name: String?, rows: [Int])] = []

    init(run: any StoredRun, folder: SiteFolder) {
        self.run = run
        self.folder = folder
        standing = SiteStanding(run.ending)
        runs = SiteRuns(of: run, in: folder)
        index = PageIndex(run)
    }

    mutating func write(startPage sink: any OutputSink, now: Date) throws(OutputError) {
        // If the site has a newer run, this run only gets a page. If this run is in doubt, interrupted or possibly
        // interrupted, the lists stay those of the last complete run. Missing pages that a run links to are created.
        let writesLists = runs.isNewest && (standing == .listed || runs.lastListed == nil)
        try takeDomains()
        if runs.isNewest, standing == .listed { try markGone() }
        if writesLists {
            try writeLists()
        } else {
            try writeEmptyLists(teams.map { SiteAddress.team($0.name) }.filter { folder.beginning(of: $0, 1) == nil })
        }
        try put("siteStart", start(root: "../"), at: runs.own)
        try writeRuns()
        guard runs.isNewest else { return try runs.check(now, in: folder) }
        let search = writesLists ? try writeNames() : keptSearch
        let page = start(root: "", search: search, listsOf: writesLists ? nil : runs.lastListed)
        try sink.write(PageTemplates.render("siteStart", page))
    }

    func put(_ template: String, _ page: TemplateObject, at path: String) throws(OutputError) {
        try folder.put(Array(PageTemplates.render(template, page).utf8), at: path)
    }

    // MARK: Domains

    private mutating func takeDomains() throws(OutputError) {
        try run.forEachBatch { batch throws(OutputError) in
            try take(batch.map { (run.presented($0), run.past(of: $0)) })
        }
        for name in run.changes?.domains.removed.names ?? [] {
            guard let path = SiteAddress.domain(named: name), folder.beginning(of: path, 1) != nil else { continue }
            index.setAnchor(path, named: name)
        }
        index.finish()
        order = index.order
        var byTeam: [String?: [Int]] = [:]
        for row in order { byTeam[rows[row].team, default: []].append(row) }
        guard byTeam.contains(where: { $0.key != nil }) else { return }
        let counted = byTeam.map { (errors: $1.count { rows[$0].status == .fail }, name: $0, rows: $1) }
        teams = counted.sorted { left, right in
            (right.errors, left.name ?? "\u{10FFFF}") < (left.errors, right.name ?? "\u{10FFFF}")
        }.map { ($0.name, $0.rows) }
    }

    private mutating func take(_ domains: [(report: DomainReport, past: DomainPast?)]) throws(OutputError) {
        let runAt = run.facts.startedAt
        let site = folder.path
        let keepsPages = !runs.isNewest || standing == .inDoubt
        let prepared = domains.concurrentMap { [runs] report, past -> (row: SiteRow, page: [UInt8]?) in
            let path = SiteAddress.domain(report)
            let row = SiteRow(report, path: path)
            let head = SiteFolder.beginning(of: "\(site)/\(path)", SiteDomainPage.headBytes)
            if keepsPages, head != nil { return (row, nil) }
            let page = SiteDomainPage(report, since: report.problemSince(past), runAt: runAt)
            if let head, page.hasSameContent(as: head) { return (row, nil) }
            return (row, runs.laterListed.map { SiteDomainPage.notAudited(page.bytes, since: $0) } ?? page.bytes)
        }
        for ((report, past), (row, page)) in zip(domains, prepared) {
            _ = index.add(report, past: past, at: row.path)
            rows.append(row)
            // The page of a repeated entry would have the same content.
            if current.insert(StableHash(row.path).value).inserted, let page { try folder.put(page, at: row.path) }
        }
    }

    /// Marks the pages of domains that are not in this run as no longer audited.
    private func markGone() throws(OutputError) {
        for shard in SiteFolder.folders(in: SiteAddress.domainFolder, of: folder.path) {
            for path in folder.pages(in: shard) where !current.contains(StableHash(path).value) {
                guard let head = folder.beginning(of: path, SiteDomainPage.headBytes), SiteDomainPage.isAudited(head),
                    let page = folder.beginning(of: path, .max)
                else { continue }
                try folder.put(SiteDomainPage.notAudited(page, since: runs.own), at: path)
            }
        }
    }
}
