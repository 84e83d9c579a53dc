import Foundation
import Records
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The pages of a site.
@Suite struct SiteRendererTests {
    /// Two columns do not show a trend, neither on the start page nor in the report.
    @Test(arguments: [(1, false), (2, true)]) func fewNightsAreNoPicture(_ before: Int, _ isDrawn: Bool) throws {
        var run = SiteUnderTest.night(1, Estate.many(20), hasHistory: true)
        run.nights = (0..<before).map {
            OverallTimeline.DailyRun(startedAt: Samples.days(Double($0 - before)), summary: run.summary)
        }
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(run, place)
            let page = try SiteUnderTest.text(place, "index.html")
            #expect(page.contains("Night by night"))
            #expect(page.contains("<svg class=\"nights\"") == isDrawn)
        }
    }

    @Test func everyLinkLeadsSomewhere() throws {
        for run in [
            Estate(Estate.kinds, hasHistory: true), Estate([]), Estate(HostileEstate.reports, complete: false),
            Estate(Estate.many(900)),
        ] {
            try SiteUnderTest.withSite { place in
                let written = try SiteUnderTest.write(run, place)
                #expect(
                    written.isSuperset(of: [
                        "index.html", "attention.html", "words.html", "teams/index.html", "runs/index.html",
                    ]))
                try SiteUnderTest.expectLinksToLead(from: written, place)
            }
        }
    }

    @Test func everyPageHasItsOwnStyleAndNothingElse() throws {
        try SiteUnderTest.withSite { place in
            for name in try SiteUnderTest.write(Estate(Estate.kinds, hasHistory: true), place) {
                let page = try SiteUnderTest.text(place, name)
                func hash(_ text: Substring) -> String { Data(SHA256.digest(Array(text.utf8))).base64EncodedString() }
                let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
                let style = try #require(page.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
                // The style rules for elements of the report are omitted.
                #expect(style.utf8.count < 17_000 && !style.contains(".columns p"), "\(name)")
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
        try SiteUnderTest.withSite { place in
            for name in try SiteUnderTest.write(Estate(HostileEstate.reports, hasHistory: true, complete: false), place)
            {
                let page = try SiteUnderTest.text(place, name)
                for raw in [
                    "<script>owned", "<img", "</script><script>owned", "<!--\"", "\u{1B}", "\u{202E}", "&amp;lt;script",
                ] {
                    #expect(!page.contains(raw), "\(name): \(raw)")
                }
                #expect(page.matches(of: /<!--/).count == (name.hasPrefix("d/") ? 2 : 1), "\(name)")
            }
        }
    }

    /// Otherwise, the port of a right-to-left name would be displayed before it.
    @Test func aPortFollowsTheNameInAnyDirection() throws {
        try SiteUnderTest.withSite { place in
            let name = EscapedText.escape("שלום.example")
            let pages = try SiteUnderTest.write(Estate(Estate.kinds, hasHistory: true), place)
            let texts = try pages.map { try SiteUnderTest.text(place, $0) }
            #expect(texts.count { $0.contains("<bdi>\(name)</bdi>:8443") } > 3)
            #expect(!texts.contains { $0.contains("\(name):8443</bdi></a>") || $0.contains("<h1><bdi>\(name):8443") })
        }
    }

    @Test func domainsThatCouldNotBeCheckedAreCounted() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Estate((0..<7).map(Estate.nobody)), place)
            let start = try SiteUnderTest.text(place, "index.html")
            #expect(start.contains("Not checked: 7 domains. Whether they have errors is unknown"))
            let link = try #require(
                start.firstMatch(of: #/<a href="attention\.html#(unreachable-[a-z-]+)">[^<]+<\/a><\/th> <td>7<\/td>/#))
            #expect(try SiteUnderTest.text(place, "attention.html").contains(" id=\"\(link.1)\""))
            #expect(start.contains("None of 7 domains was checked."))
            #expect(start.contains("<title>Universal links: 7 not checked &#183; 2026-05-01</title>"))
        }
    }

    @Test func theStartShowsHowAllNightsWere() throws {
        try SiteUnderTest.withSite { place in
            let run = Estate(Estate.typical(60), hasHistory: true)
            try SiteUnderTest.write(run, place)
            for name in ["index.html", SiteAddress.run(run.facts)] {
                let page = try SiteUnderTest.text(place, name)
                #expect(page.contains("<h2 id=\"h-nights\">90 nights</h2>"))
                #expect(page.matches(of: #/<tr><th scope="row">2026-\d\d-\d\d<\/th>/#).count == 90)
                #expect(page.contains("Domains most often with errors:"))
            }
            try SiteUnderTest.expectLinksToLead(from: ["index.html", SiteAddress.run(run.facts)], place)
        }
    }

    @Test func theStartLeadsToEverything() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Estate(Estate.typical(900), hasHistory: true), place)
            let start = try SiteUnderTest.text(place, "index.html")
            for sign in [
                "What changed", "Fix first", "Teams", "Problems", "Find a domain", "data-prefix=\"s\"",
                "runs/2026-05-01T120000", "Needs attention: ",
            ] {
                #expect(start.contains(sign), "\(sign)")
            }
            let run = try SiteUnderTest.text(place, SiteAddress.run(Estate([]).facts))
            #expect(!start.contains("The worst 50"))
            #expect(run.contains("The worst 50") && !run.contains("data-prefix") && !run.contains("<script"))
        }
    }

    /// The start page has the fixes of the report with their owners and tickets, but other links.
    @Test func repairsAreThoseOfTheReport() throws {
        func steps(_ page: String) -> [String] {
            page.matches(of: #/<div class="step">(.*?)<\/div><\/li>/#).map { step in
                String(step.1).replacing(#/ href="[^"]*"/#, with: "")
            }
        }
        try SiteUnderTest.withSite { place in
            let run = Estate(Estate.typical(300))
            try SiteUnderTest.write(run, place)
            let start = try SiteUnderTest.text(place, "index.html")
            let own = steps(start)
            #expect(try own == steps(PageSink.page(run)) && own.count == 5)
            #expect(own.contains { $0.contains("Copy ticket") && $0.contains("<b><bdi>Ada Lovelace</bdi></b>") })
            let list = try #require(start.firstMatch(of: /class="members" [^>]*href="attention\.html#([^"]*)"/)).1
            #expect(try SiteUnderTest.text(place, "attention.html").contains(" id=\"\(list)\""))
            // The lists are those of the newest run, so the page of a run has no links to them.
            let page = try SiteUnderTest.text(place, SiteAddress.run(run.facts))
            #expect(page.contains("Copy ticket") && !page.contains("class=\"members\""))
        }
    }

    /// The page contains the time from which its script calculates the run's age, and the date if there is no script.
    @Test func theStartHasTheTimeOfItsRun() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Estate(Estate.typical(60)), place)
            let start = try SiteUnderTest.text(place, "index.html")
            #expect(start.contains("<p id=\"age\" data-from=\"2026-05-01T12:00:00Z\" hidden></p>"))
            #expect(start.contains("<p class=\"note\">Run of 2026-05-01 12:00 UTC"))
        }
    }

    /// Every domain is counted for its team or without a team, and each count links to the corresponding list.
    @Test func countsLeadToWhatTheyCount() throws {
        try SiteUnderTest.withSite { place in
            var reports = Estate.typical(200)
            for index in reports.indices where index.isMultiple(of: 3) { reports[index].people.team = nil }
            try SiteUnderTest.write(SiteUnderTest.night(0, reports), place)
            let start = try SiteUnderTest.text(place, "index.html")
            let table = try #require(start.firstMatch(of: /(?s)<h2 id="h-teams">.*?<\/table>/)).output
            #expect(table.contains("(no team)"))
            let links = table.matches(of: /<a href="(teams\/[^"#]*)#([a-z]+)">([0-9]+)<\/a>/)
            #expect(links.count > 4)
            var counted = 0
            for link in links {
                let page = try SiteUnderTest.text(place, String(link.1))
                let section = try #require(
                    page.firstMatch(of: try Regex("(?s)<h2 id=\"\(link.2)\">.*?</section>")).map { page[$0.range] })
                #expect(section.matches(of: #/<a href="\.\.\/d\//#).count == Int(link.3), "\(link.output)")
                counted += Int(link.3) ?? 0
            }
            let summary = SiteUnderTest.night(0, reports).summary
            #expect(counted == [.fail, .warn, .unreachable, .invalid].reduce(0) { $0 + summary[$1] })
            let all = try SiteUnderTest.text(place, "teams/index.html")
            #expect(
                all.contains("<bdi class=\"warn\">(no team)</bdi>")
                    && all.contains("<a href=\"../teams/no-team.html#fail\">"))
            #expect(
                try SiteUnderTest.text(place, "attention.html").contains(
                    #/<h2 id="fail"><span class="state fail"></span>[0-9]+ errors</#))
        }
    }

    @Test func needsAFolder() {
        #expect(throws: OutputError.self) { try SiteRenderer(folder: nil).render(Estate([]), to: MemorySink()) }
        #expect(throws: OutputError.self) { try OutputRequest("site:-") }
    }

    /// `Scripts/test` opens these sites in Chromium: see `Tests/Pages/check_static.py`.
    @Test func sitesAreLeftForABrowser() throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_SITES_FOLDER"] else { return }
        let runs: [(String, Estate)] = [
            ("kinds", Estate(Estate.kinds, hasHistory: true)), ("many", Estate(Estate.typical(1500), hasHistory: true)),
            (
                "www",
                Estate(
                    ["foo.example", "www.foo.example", "www.bar.example", "www.bar.example.org"].map(
                        SiteUnderTest.named))
            ),
            ("hostile", Estate(HostileEstate.reports, complete: false)), ("nothing", Estate([])),
        ]
        for (name, run) in runs { try SiteUnderTest.write(run, URL(filePath: folder).appending(path: name)) }
        let gone = URL(filePath: folder).appending(path: "gone")
        try SiteUnderTest.write(SiteUnderTest.night(0, Estate.kinds), gone)
        try SiteUnderTest.write(SiteUnderTest.night(1, [Estate.well(4)]), gone)
    }
}
