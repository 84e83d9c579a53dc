import Audit
import Basics
import Platform
package import Records

import struct Foundation.Date

/// A renderer of static pages: the newest run on the start page, and a page for each run, team and domain.
///
/// The domains are read once, and prepared on all cores. The page of a domain is written only if its content differs
/// from the existing page; the rows of all domains are kept for the lists. Pages keep their URLs, and no page is ever
/// deleted.
package struct SiteRenderer: DocumentRenderer {
    let folder: SiteFolder?
    /// The current time, to detect runs with a start in the future.
    var now: () -> Date = { Date() }

    /// Writes the start page to `sink`, which the caller must finish, and all other pages to the folder.
    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        guard let folder else { throw .request("a site is a folder of pages; write site:FOLDER") }
        try folder.bind(to: run.facts.part)
        let isKnownComplete = run.ending.isComplete && !run.ending.isCompletenessAssumed
        guard run.summary.targets > 0 || isKnownComplete else {
            let reason = "the input has no domains, and is not known to be of a complete run; the site is unchanged"
            throw .writing(path: folder.path, reason: reason)
        }
        var site = Site(run: run, folder: folder)
        try site.write(startPage: sink, now: now())
    }
}

struct Site {
    let run: any StoredRun
    let folder: SiteFolder
    let reliability: RunReliability

    let runs: SiteRuns
    private(set) var index: PageIndex
    private(set) var rows: [SiteRow] = []
    /// The position in the plan of the fix of each row that has one.
    private(set) var fixes: [Int: Int] = [:]
    private var pathHashes: Set<UInt64> = []
    /// The indexes of the rows, the domains that need attention first.
    var order: [Int] { index.order }
    /// The rows by team (`nil` for none), the most errors first; empty if no domain has a team.
    private(set) var teams: [(name: String?, rows: [Int])] = []

    init(run: any StoredRun, folder: SiteFolder) {
        self.run = run
        self.folder = folder
        reliability = RunReliability(run.ending)
        runs = SiteRuns(of: run, in: folder)
        index = PageIndex(run)
    }

    mutating func write(startPage sink: any OutputSink, now: Date) throws(OutputError) {
        try runs.checkNewestStart(now: now, in: folder)
        // If the site has a newer run, this run only gets a page. Otherwise, if this run is not reliable, the lists
        // remain those of the last reliable run. In both cases, missing pages that this run links to are created.
        let writesLists = runs.isNewest && (reliability == .reliable || runs.lastReliablePath == nil)
        try addDomains()
        if runs.isNewest, reliability == .reliable { try markRemovedDomains() }
        if writesLists {
            try writeLists()
        } else {
            try writeEmptyLists(teams.map { SiteAddress.team($0.name) }.filter { !folder.hasPage(at: $0) })
        }
        try put("siteStart", overview(root: "../"), at: runs.ownPath)
        try writeRuns()
        guard runs.isNewest else { return }
        let search = if writesLists { try writeNames() } else { keptSearch }
        let page = overview(root: "", search: search, listsOf: writesLists ? nil : runs.lastReliablePath)
        try sink.write(PageTemplates.render("siteStart", page))
    }

    func put(_ template: String, _ page: TemplateObject, at path: String) throws(OutputError) {
        try folder.put(Array(PageTemplates.render(template, page).utf8), at: path)
    }

    // MARK: Domains

    private mutating func addDomains() throws(OutputError) {
        try run.forEachBatch { batch throws(OutputError) in
            try addBatch(batch.map { (run.presented($0), run.past(of: $0)) })
        }
        // The changes link to the pages of removed domains, which remain.
        for name in run.changes?.domains.removed.names ?? [] {
            guard let path = SiteAddress.domain(named: name), folder.hasPage(at: path) else { continue }
            index.setAnchor(path, named: name)
        }
        index.finish()
        for (position, places) in index.repairRows.enumerated() {
            for place in places { fixes[index.order[place]] = position }
        }
        var byTeam: [String?: [Int]] = [:]
        for row in order { byTeam[rows[row].team, default: []].append(row) }
        guard byTeam.contains(where: { $0.key != nil }) else { return }
        let ranked = byTeam.map { team, members in
            let errors = members.count { rows[$0].status == .fail }
            return (rank: (-errors, team == nil ? 1 : 0, team ?? ""), name: team, rows: members)
        }
        teams = ranked.sorted { $0.rank < $1.rank }.map { ($0.name, $0.rows) }
    }

    private mutating func addBatch(_ domains: [(report: DomainReport, past: DomainPast?)]) throws(OutputError) {
        let runAt = run.facts.startedAt
        let site = folder.path
        let keepsPages = !runs.isNewest || reliability == .inDoubt
        let prepared = domains.concurrentMap { [runs] report, past -> (row: SiteRow, page: [UInt8]?) in
            let path = SiteAddress.domain(report)
            let row = SiteRow(report, path: path)
            let head = SiteFolder.readFile(at: "\(site)/\(path)", maxBytes: SiteDomainPage.headBytes)
            if keepsPages, head != nil { return (row, nil) }
            let page = SiteDomainPage(report, since: report.problemSince(past), runAt: runAt)
            if let head, page.hasSameContent(as: head) { return (row, nil) }
            guard let laterRun = runs.laterReliablePath else { return (row, page.bytes) }
            return (row, SiteDomainPage.notAudited(page.bytes, since: laterRun))
        }
        for ((report, past), (row, page)) in zip(domains, prepared) {
            index.add(report, past: past, at: row.path)
            rows.append(row)
            // The page of a repeated entry would have the same content.
            let isFirst = pathHashes.insert(StableHash(row.path).value).inserted
            if isFirst, let page { try folder.put(page, at: row.path) }
        }
    }

    private func markRemovedDomains() throws(OutputError) {
        for shard in SiteFolder.folders(in: SiteAddress.domainFolder, of: folder.path) {
            for path in folder.pages(in: shard) where !pathHashes.contains(StableHash(path).value) {
                guard let head = folder.readPage(at: path, maxBytes: SiteDomainPage.headBytes),
                    SiteDomainPage.isAudited(head), let page = folder.readPage(at: path)
                else { continue }
                try folder.put(SiteDomainPage.notAudited(page, since: runs.ownPath), at: path)
            }
        }
    }
}
