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
    static func write(_ run: some StoredRun, _ place: URL, now: Date = Samples.days(1000)) throws -> Set<String> {
        let before = try inodes(place)
        let folder = try SiteFolder(path: place.path)
        let sink = BufferedSink(folder)
        try SiteRenderer(folder, now: { now }).render(run, to: sink)
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

    /// A domain without trouble that is called `name`.
    private static func named(_ name: String) -> DomainReport {
        var report = Estate.well(1)
        report.input = name
        report.domain = DomainID(host: name)
        return report
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

    private static func expectLinksToLead(from names: Set<String>, _ place: URL) throws {
        for name in names {
            let page = try text(place, name)
            #expect(page.hasPrefix("<!doctype html>\n") && page.hasSuffix("</html>\n"), "\(name)")
            let base = place.appending(path: name).deletingLastPathComponent()
            for link in page.matches(of: /href="([^"#]+)(#[^"]*)?"/).map(\.1) where !link.hasPrefix("https:") {
                let target = base.appending(path: String(link)).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: target.path), "\(name): \(link)")
            }
        }
    }

    /// Two columns are no course of things, on the start page as little as in the report.
    @Test(arguments: [(1, false), (2, true)]) func fewNightsAreNoPicture(_ before: Int, _ isDrawn: Bool) throws {
        var run = Self.night(1, Estate.many(20), hasHistory: true)
        run.nights = (0..<before).map {
            OverallTimeline.Night(id: "\($0)", startedAt: Samples.days(Double($0 - before)), summary: run.summary)
        }
        try Self.withSite { place in
            try Self.write(run, place)
            let page = try Self.text(place, "index.html")
            #expect(page.contains("Night by night"))
            #expect(page.contains("<svg class=\"nights\"") == isDrawn)
        }
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
                try Self.expectLinksToLead(from: written, place)
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
                        "d": 1, "names": 1, "teams": 1, "runs": 2, "attention.html": 1,
                        "index.html": 1,
                    ])
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
            // Which run was the last that had it is not known: that of the night before did not come to it.
            #expect(gone.contains("No longer audited: the run of 2026-05-03 12:00 UTC does not have it any more."))
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

    /// What only it knows of gets a page that says that it is history.
    @Test func anEarlierRunThatComesLaterHasNoDeadLinks() throws {
        try Self.withSite { place in
            try Self.write(Self.night(5, [Estate.well(4)]), place)
            var gone = Estate.redirect(3)
            gone.team = "Gone"
            let earlier = Self.night(2, [Estate.well(4), gone, Estate.well(8)], hasHistory: true)
            let written = try Self.write(earlier, place)
            try Self.expectLinksToLead(from: written, place)
            let page = try Self.text(place, SiteAddress.domain(gone))
            #expect(page.contains("No longer audited: the run of 2026-05-06 12:00 UTC does not have it any more."))
            #expect(page.contains("As the run of 2026-05-03 12:00 UTC saw it."))
            #expect(try Self.text(place, SiteAddress.team("Gone")).contains("Nothing is listed here"))
            #expect(try Self.write(earlier, place).isEmpty)
        }
    }

    @Test func anInterruptedRunLeavesTheListsOfTheLastCompleteOne() throws {
        try Self.withSite { place in
            let all = Estate.typical(900)
            try Self.write(Self.night(0, all), place)
            let start = try Self.text(place, "index.html")
            let lists = ["names/n-s.html", "attention.html", "teams/index.html", SiteAddress.team("Web")]
            let before = try lists.map { try Self.text(place, $0) }
            #expect(before.allSatisfy { $0.contains("As the newest complete run found it") })
            // One domain is worse, one has a team of which nobody knew, and the others were not reached.
            var new = Estate.redirect(4)
            new.team = "Newcomers"
            let cut = Self.night(1, [new, Estate.well(8)], complete: false)
            let written = try Self.write(cut, place)
            #expect(
                written == [
                    "index.html", "runs/index.html", SiteAddress.run(cut.facts), SiteAddress.domain(new),
                    SiteAddress.team("Newcomers"),
                ])
            #expect(try lists.map { try Self.text(place, $0) } == before)
            let page = try Self.text(place, "index.html")
            #expect(
                page.contains(
                    "The run was interrupted. Only the domains that had been checked by then are in this report. Names, teams "
                        + "and what needs attention are listed as the run of 2026-05-01 12:00 UTC found them."))
            #expect(page.contains("1 of 2 domains has errors.") && page.contains("(interrupted)</title>"))
            // Every name is still found.
            func prefixes(_ page: String) -> [Substring] { page.matches(of: /data-prefix="([^"]*)"/).map(\.1) }
            #expect(prefixes(page) == prefixes(start) && prefixes(page).count > 3)
            try Self.expectLinksToLead(from: written, place)
            #expect(
                try Self.text(place, "runs/index.html").contains(
                    "Universal links: 1 of 2 with errors · 2026-05-02 (interrupted)<"))
            // Another one, and the lists of a complete run again.
            try Self.write(Self.night(2, [Estate.well(4)], complete: false), place)
            #expect(try prefixes(Self.text(place, "index.html")) == prefixes(start))
            try Self.write(Self.night(3, [Estate.well(4)]), place)
            #expect(try !Self.text(place, "index.html").contains("interrupted"))
            #expect(try !Self.text(place, "names/n-.html").contains("shop-0.example"))
        }
    }

    /// Where no run came to its end, there is nothing better, and each list says so.
    @Test func aSiteOfInterruptedRunsSaysSoEverywhere() throws {
        try Self.withSite { place in
            try Self.write(Self.night(0, [Estate.redirect(3)], complete: false), place)
            let run = Self.night(1, [Estate.redirect(3), Estate.well(4)], complete: false)
            try Self.write(run, place)
            for name in ["names/n-.html", "attention.html", "teams/index.html", SiteAddress.team("Web")] {
                let page = try Self.text(place, name)
                #expect(
                    page.contains(
                        "The run of 2026-05-02 12:00 UTC was cut short: only what it had checked by then is listed."),
                    "\(name)")
            }
            #expect(try Self.text(place, "names/n-.html").contains("travel-3.example"))
        }
    }

    @Test func aRunWithAClockInTheFutureIsNamed() throws {
        try Self.withSite { place in
            let future = Self.night(400, [Estate.well(4)])
            try Self.write(future, place, now: Samples.days(0))
            let run = Self.night(1, [Estate.redirect(3)])
            let error = try #require(throws: OutputError.self) {
                try Self.write(run, place, now: Samples.days(1))
            }
            #expect(
                error.description.contains(
                    "\(SiteAddress.run(future.facts)) is of a run that began at 2027-06-05 12:00 UTC"))
            #expect(error.description.contains("now (2026-05-02 12:00 UTC)") && error.description.contains("delete"))
            // A later run of the past is no error.
            try Self.write(run, place, now: Samples.days(401))
            try FileManager.default.removeItem(at: place.appending(path: SiteAddress.run(future.facts)))
            try Self.write(Self.night(2, [Estate.redirect(3)]), place, now: Samples.days(2))
            #expect(try Self.text(place, "index.html").contains("Checked 2026-05-03"))
        }
    }

    @Test func domainsThatCouldNotBeCheckedAreCounted() throws {
        try Self.withSite { place in
            try Self.write(Estate((0..<7).map(Estate.nobody)), place)
            let start = try Self.text(place, "index.html")
            #expect(start.contains("7 entries. Nothing is known of them"))
            #expect(start.contains("<a href=\"attention.html\">All 7</a>"))
            #expect(start.contains("None of 7 domains could be checked."))
            #expect(start.contains("<title>Universal links: 7 not checked · 2026-05-01</title>"))
        }
    }

    @Test func theStartShowsHowAllNightsWere() throws {
        try Self.withSite { place in
            let run = Estate(Estate.typical(60), hasHistory: true)
            try Self.write(run, place)
            for name in ["index.html", SiteAddress.run(run.facts)] {
                let page = try Self.text(place, name)
                #expect(page.contains("<h2 id=\"h-nights\">90 nights</h2>"))
                #expect(page.matches(of: #/<tr><th scope="row">2026-\d\d-\d\d<\/th>/#).count == 90)
                #expect(page.contains("Broke most often:"))
            }
            try Self.expectLinksToLead(from: ["index.html", SiteAddress.run(run.facts)], place)
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

    /// Every domain is in the counts of a team or of no team, and each count leads to the list that it counts.
    @Test func countsLeadToWhatTheyCount() throws {
        try Self.withSite { place in
            var reports = Estate.typical(200)
            for index in reports.indices where index.isMultiple(of: 3) { reports[index].team = nil }
            try Self.write(Self.night(0, reports), place)
            let start = try Self.text(place, "index.html")
            let table = try #require(start.firstMatch(of: /(?s)<h2 id="h-teams">.*?<\/table>/)).output
            #expect(table.contains("(no team)"))
            let links = table.matches(of: /<a href="(teams\/[^"#]*)#([a-z]+)">([0-9]+)<\/a>/)
            #expect(links.count > 4)
            var counted = 0
            for link in links {
                let page = try Self.text(place, String(link.1))
                let section = try #require(
                    page.firstMatch(of: try Regex("(?s)<h2 id=\"\(link.2)\">.*?</section>")).map { page[$0.range] })
                #expect(section.matches(of: #/<li /#).count == Int(link.3), "\(link.output)")
                counted += Int(link.3) ?? 0
            }
            let summary = Self.night(0, reports).summary
            #expect(counted == [.fail, .warn, .unreachable, .invalid].reduce(0) { $0 + summary[$1] })
            let all = try Self.text(place, "teams/index.html")
            #expect(all.contains("<bdi>(no team)</bdi>") && all.contains("<a href=\"../teams/no-team.html#fail\">"))
            #expect(try Self.text(place, "attention.html").contains("<h2 id=\"fail\">Errors "))
        }
    }

    @Test func needsAFolder() {
        #expect(throws: OutputError.self) { try SiteRenderer(nil).render(Estate([]), to: MemorySink()) }
        #expect(throws: OutputError.self) { try OutputRequest("site:-") }
    }

    /// `Scripts/test` opens these sites in Chromium: see `Scripts/lib/browser/check_static.py`.
    @Test func sitesAreLeftForABrowser() throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_SITES_FOLDER"] else { return }
        let runs: [(String, Estate)] = [
            ("kinds", Estate(Estate.kinds, hasHistory: true)), ("many", Estate(Estate.typical(1500), hasHistory: true)),
            (
                "www",
                Estate(["foo.example", "www.foo.example", "www.bar.example", "www.bar.example.org"].map(Self.named))
            ),
            ("hostile", Estate(HostileEstate.reports, complete: false)), ("nothing", Estate([])),
        ]
        for (name, run) in runs { try Self.write(run, URL(filePath: folder).appending(path: name)) }
        let gone = URL(filePath: folder).appending(path: "gone")
        try Self.write(Self.night(0, Estate.kinds), gone)
        try Self.write(Self.night(1, [Estate.well(4)]), gone)
    }
}
