import Digests
import Findings
import Foundation
import Runs
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The pages of a site, night after night.
@Suite struct SiteRendererTests {
    /// Writes a run to the site below `place`.
    ///
    /// - Returns: The pages that were written, by name, with the text of each.
    @discardableResult
    static func write(_ run: some StoredRun, _ place: URL) throws -> Set<String> {
        let before = try inodes(place)
        let folder = try SiteFolder(path: place.path)
        let sink = BufferedSink(folder)
        try SiteRenderer(folder).render(run, to: sink)
        try sink.finish()
        let written = Set(try inodes(place).filter { before[$0.key] != $0.value }.keys)
        #expect(written.count == folder.written)
        return written
    }

    private static func inodes(_ place: URL) throws -> [String: Int] {
        var inodes: [String: Int] = [:]
        for name in FileManager.default.enumerator(atPath: place.path)?.compactMap({ $0 as? String }) ?? []
        where name.hasSuffix(".html") {
            let facts = try FileManager.default.attributesOfItem(atPath: place.appending(path: name).path)
            inodes[name] = facts[.systemFileNumber] as? Int
        }
        return inodes
    }

    static func text(_ place: URL, _ name: String) throws -> String {
        try String(contentsOf: place.appending(path: name), encoding: .utf8)
    }

    static func withSite(_ body: (URL) throws -> Void) throws {
        try OutputFileTests.withFolder { try body($0.appending(path: "site")) }
    }

    /// The run of a later night: `nights` later, with its own name.
    static func night(_ nights: Double, _ reports: [DomainReport], complete: Bool = true, hasHistory: Bool = false)
        -> Estate
    {
        var run = Estate(reports, hasHistory: hasHistory, complete: complete)
        run.facts.startedAt = Samples.days(nights)
        run.facts.id = "night-\(nights)"
        return run
    }

    @Test func everyLinkLeadsSomewhere() throws {
        for run in [
            Estate(Estate.kinds, hasHistory: true), Estate([]), Estate(HostileEstate.reports, complete: false),
            Estate(Estate.many(900)),
        ] {
            try Self.withSite { place in
                let written = try Self.write(run, place)
                #expect(
                    written.isSuperset(of: [
                        "index.html", "attention.html", "words.html", "teams/index.html", "runs/index.html",
                    ]))
                for name in written {
                    let page = try Self.text(place, name)
                    #expect(page.hasPrefix("<!doctype html>\n") && page.hasSuffix("</html>\n"), "\(name)")
                    let base = place.appending(path: name).deletingLastPathComponent()
                    for link in page.matches(of: /href="([^"#]+)(#[^"]*)?"/).map(\.1) where !link.hasPrefix("https:") {
                        let target = base.appending(path: String(link)).standardizedFileURL
                        #expect(FileManager.default.fileExists(atPath: target.path), "\(name): \(link)")
                    }
                }
            }
        }
    }

    @Test func everyPageHasItsOwnStyleAndNothingElse() throws {
        try Self.withSite { place in
            for name in try Self.write(Estate(Estate.kinds, hasHistory: true), place) {
                let page = try Self.text(place, name)
                func hash(_ text: Substring) -> String { Data(SHA256.digest(Array(text.utf8))).base64EncodedString() }
                let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
                let style = try #require(page.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
                let script = page.firstMatch(of: /(?s)<script>(.*?)<\/script>/).map {
                    " script-src 'sha256-\(hash($0.1))';"
                }
                #expect(
                    policy.replacing("&#39;", with: "'")
                        == "default-src 'none'; style-src 'sha256-\(hash(style))';\(script ?? "") base-uri 'none'; form-action 'none'"
                )
                #expect(!page.contains(" style=\"") && page.matches(of: /<script/).count <= 1, "\(name)")
            }
        }
    }

    @Test func foreignTextIsEscapedOnEveryPage() throws {
        try Self.withSite { place in
            for name in try Self.write(Estate(HostileEstate.reports, hasHistory: true, complete: false), place) {
                let page = try Self.text(place, name)
                for raw in [
                    "<script>owned", "<img", "</script><script>owned", "<!--\"", "\u{1B}", "\u{202E}", "&amp;lt;script",
                ] {
                    #expect(!page.contains(raw), "\(name): \(raw)")
                }
                #expect(page.matches(of: /<!--/).count == (name.hasPrefix("d/") ? 2 : 0), "\(name)")
            }
        }
    }

    @Test func theSameRunTwiceWritesNothing() throws {
        try Self.withSite { place in
            let run = Estate(Estate.typical(120), hasHistory: true)
            let (first, second) = (try Self.write(run, place), try Self.write(run, place))
            #expect(first.count > 120)
            #expect(second.isEmpty)
        }
    }

    /// What is different every night is no reason to write a page.
    @Test func aNightWithoutChangesWritesTheRunAndTheStart() throws {
        try Self.withSite { place in
            let reports = Estate.typical(120)
            try Self.write(Self.night(0, reports), place)
            let later = reports.map { report in
                var report = report
                report.startedAt = Samples.days(1)
                report.totalMs += 31
                report.wellKnown?.exchange?.timings.totalMs = 77
                report.wellKnown?.exchange?.address = "203.0.113.99"
                return report
            }
            let run = Self.night(1, later)
            #expect(try Self.write(run, place) == ["index.html", "runs/index.html", SiteAddress.run(run.facts)])
            #expect(try Self.text(place, "index.html").contains("2026-05-02"))
            // The run of the night before stays.
            #expect(try Self.text(place, "runs/index.html").matches(of: /href="[^"]*runs\/2026-05-0[12]T/).count == 2)
        }
    }

    @Test func aChangedDomainWritesWhatNamesIt() throws {
        try Self.withSite { place in
            var reports = Estate.typical(1200)
            try Self.write(Self.night(0, reports), place)
            let place7 = try #require(
                reports.firstIndex { $0.name == "health-1007.example" }
                    ?? reports.firstIndex { $0.status == .pass && $0.team == "Web" })
            let name = reports[place7].name
            var broken = Estate.redirect(Int(name.split(separator: "-")[1].prefix { $0.isNumber }) ?? 0)
            broken.findings[0].state = .new
            reports[place7] = broken
            let run = Self.night(1, reports)
            let written = try Self.write(run, place)
            let page = SiteAddress.domain(broken)
            #expect(written.contains(page))
            let kinds = Dictionary(grouping: written) { $0.split(separator: "/").first ?? "" }.mapValues(\.count)
            #expect(
                kinds
                    == [
                        "d": 1, "names": 1, "teams": broken.team == nil ? 0 : 2, "runs": 2, "attention.html": 1,
                        "index.html": 1,
                    ].filter { $0.value > 0 })
            #expect(try Self.text(place, page).contains("<span class=\"state fail\">Error</span>"))
            #expect(try !Self.text(place, page).contains("New since the last run"))
        }
    }

    @Test func aDomainThatIsGoneKeepsItsPage() throws {
        try Self.withSite { place in
            let (stays, goes) = (Estate.well(4), Estate.redirect(3))
            let page = SiteAddress.domain(goes)
            try Self.write(Self.night(0, [stays, goes]), place)
            // An interrupted run says nothing of the domains that it did not come to.
            try Self.write(Self.night(1, [stays], complete: false), place)
            #expect(try !Self.text(place, page).contains("No longer audited"))
            try Self.write(Self.night(2, [stays]), place)
            let gone = try Self.text(place, page)
            #expect(gone.contains("No longer audited: the run of 2026-05-02 12:00 UTC was the last that had it."))
            #expect(gone.contains("What to do"))
            #expect(try !Self.write(Self.night(3, [stays]), place).contains(page))
            #expect(try Self.text(place, page) == gone)
            try Self.write(Self.night(4, [stays, goes]), place)
            #expect(try !Self.text(place, page).contains("No longer audited"))
        }
    }

    /// A list that has nothing any more says so under its old address.
    @Test func listsThatAreEmptyStay() throws {
        try Self.withSite { place in
            let first = Estate.typical(900)
            try Self.write(Self.night(0, first), place)
            let team = SiteAddress.team("Payments")
            #expect(try Self.text(place, team).contains("<h1><bdi>Payments</bdi></h1>"))
            try Self.write(Self.night(1, [Estate.well(0)]), place)
            #expect(try Self.text(place, team).contains("Nothing is listed here now"))
            #expect(try Self.text(place, "names/n-.html").contains("shop-0.example"))
            #expect(try Self.text(place, "names/n-s.html").contains("Nothing is listed here now"))
        }
    }

    @Test func anEarlierRunThatComesLaterHasItsPageAlone() throws {
        try Self.withSite { place in
            try Self.write(Self.night(5, [Estate.well(4), Estate.redirect(3)]), place)
            let earlier = Self.night(2, [Estate.expired(3)])
            #expect(try Self.write(earlier, place) == [SiteAddress.run(earlier.facts), "runs/index.html"])
            #expect(try Self.text(place, SiteAddress.run(earlier.facts)).contains("href=\"../d/"))
        }
    }

    /// A run that cannot be read to its end changes no start page, and the next one finds everything in order.
    @Test func whatFailsHalfwayShowsNoNewStart() throws {
        struct Broken: StoredRun {
            let run: Estate
            var facts: RunFacts { run.facts }
            var summary: RunSummary { run.summary }
            var finishedAt: Date { run.finishedAt }
            var complete: Bool { true }
            func forEachDomain(_ body: (DomainReport) throws(OutputError) -> Void) throws(OutputError) {
                var count = 0
                try run.forEachDomain { report throws(OutputError) in
                    count += 1
                    if count > 50 { throw .writing(path: "the spool", reason: "gone") }
                    try body(report)
                }
            }
        }
        try Self.withSite { place in
            try Self.write(Self.night(0, Estate.typical(90)), place)
            let start = try Self.text(place, "index.html")
            let run = Self.night(1, Estate.broken(90))
            let folder = try SiteFolder(path: place.path)
            #expect(throws: OutputError.self) { try SiteRenderer(folder).render(Broken(run: run), to: folder) }
            folder.discard()
            #expect(try Self.text(place, "index.html") == start)
            try Self.write(run, place)
            #expect(try Self.text(place, "index.html").contains("90 of 90 domains have errors."))
        }
    }

    @Test func theStartLeadsToEverything() throws {
        try Self.withSite { place in
            try Self.write(Estate(Estate.typical(900), hasHistory: true), place)
            let start = try Self.text(place, "index.html")
            for sign in [
                "What changed", "Start here", "Teams", "The worst 50", "Find a domain", "data-prefix=\"s\"",
                "runs/2026-05-01T120000",
            ] {
                #expect(start.contains(sign), "\(sign)")
            }
            let run = try Self.text(place, SiteAddress.run(Estate([]).facts))
            #expect(run.contains("The worst 50") && !run.contains("data-prefix") && !run.contains("<script"))
        }
    }

    @Test func needsAFolder() {
        #expect(throws: OutputError.self) { try SiteRenderer(nil).render(Estate([]), to: MemorySink()) }
        #expect(throws: OutputError.self) { try OutputRequest("site:-") }
    }

    /// `Scripts/test` opens these sites in Chromium: see `Scripts/lib/browser/check_site.py`.
    @Test func sitesAreLeftForABrowser() throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_SITES_FOLDER"] else { return }
        let runs: [(String, Estate)] = [
            ("kinds", Estate(Estate.kinds, hasHistory: true)), ("many", Estate(Estate.typical(1500), hasHistory: true)),
            ("hostile", Estate(HostileEstate.reports, complete: false)), ("nothing", Estate([])),
        ]
        for (name, run) in runs { try Self.write(run, URL(filePath: folder).appending(path: name)) }
        let gone = URL(filePath: folder).appending(path: "gone")
        try Self.write(Self.night(0, Estate.kinds), gone)
        try Self.write(Self.night(1, [Estate.well(4)]), gone)
    }
}
