import Findings
import Foundation
import Records
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The pages of a site that a night writes, and the pages that it leaves unchanged.
@Suite struct SiteNightTests {
    @Test func theSameRunTwiceWritesNothing() throws {
        try SiteUnderTest.withSite { place in
            let run = Estate(Estate.typical(120), hasHistory: true)
            let (first, second) = (try SiteUnderTest.write(run, place), try SiteUnderTest.write(run, place))
            #expect(first.count > 120)
            #expect(second.isEmpty)
        }
    }

    /// Data that differs every night does not cause a page to be rewritten.
    @Test func aNightWithoutChangesWritesTheRunAndItsTime() throws {
        try SiteUnderTest.withSite { place in
            let reports = Estate.typical(120)
            try SiteUnderTest.write(SiteUnderTest.night(0, reports), place)
            let later = reports.map { report in
                var report = report
                report.startedAt = Samples.days(1)
                report.totalMs += 31
                report.wellKnown?.exchange?.timings.totalMs = 77
                report.wellKnown?.exchange?.address = "203.0.113.99"
                return report
            }
            let run = SiteUnderTest.night(1, later)
            let teams = Set(reports.map { SiteAddress.team($0.people.team) })
            let dated: Set = ["index.html", "attention.html", "teams/index.html"]
            let expected = dated.union(teams).union(["runs/index.html", SiteAddress.run(run.facts)])
            #expect(try SiteUnderTest.write(run, place) == expected)
            for name in dated.union(teams) {
                let page = try SiteUnderTest.text(place, name)
                #expect(page.contains("<p class=\"note\">Run of 2026-05-02 12:00 UTC."), "\(name)")
                #expect(page.contains(" data-from=\"2026-05-02T12:00:00Z\""), "\(name)")
            }
            #expect(try SiteUnderTest.text(place, "index.html").contains("2026-05-02"))
            // The page of the previous run is kept.
            #expect(
                try SiteUnderTest.text(place, "runs/index.html").matches(of: /href="[^"]*runs\/2026-05-0[12]T/).count
                    == 2)
        }
    }

    @Test func aChangedDomainRewritesOnlyThePagesThatNameIt() throws {
        try SiteUnderTest.withSite { place in
            var reports = Estate.typical(1200)
            try SiteUnderTest.write(SiteUnderTest.night(0, reports), place)
            let number = try #require(reports.firstIndex { $0.status == .pass && $0.people.team == "Web" })
            var broken = Estate.redirect(number)
            #expect(broken.name == reports[number].name)
            broken.findings[0].state = .new
            reports[number] = broken
            let run = SiteUnderTest.night(1, reports)
            let written = try SiteUnderTest.write(run, place)
            let page = SiteAddress.domain(broken)
            #expect(written.contains(page))
            let kinds = Dictionary(grouping: written) { $0.split(separator: "/").first ?? "" }.mapValues(\.count)
            #expect(
                kinds
                    == [
                        "d": 1, "names": 1, "teams": 5, "runs": 2, "attention.html": 1,
                        "index.html": 1,
                    ])
            #expect(try SiteUnderTest.text(place, page).contains("<span class=\"state fail\">Error</span>"))
            #expect(try !SiteUnderTest.text(place, page).contains("<span class=\"label fresh\">"))
        }
    }

    @Test func aRemovedDomainKeepsItsPage() throws {
        try SiteUnderTest.withSite { place in
            let (stays, goes) = (Estate.well(4), Estate.redirect(3))
            let page = SiteAddress.domain(goes)
            try SiteUnderTest.write(SiteUnderTest.night(0, [stays, goes]), place)
            // An interrupted run does not change pages of domains that it did not reach.
            try SiteUnderTest.write(SiteUnderTest.night(1, [stays], complete: false), place)
            #expect(try !SiteUnderTest.text(place, page).contains("No longer audited"))
            try SiteUnderTest.write(SiteUnderTest.night(2, [stays]), place)
            let gone = try SiteUnderTest.text(place, page)
            // The last run with the domain is unknown, because that of the previous night did not reach it.
            #expect(gone.contains("No longer audited: the run of 2026-05-03 12:00 UTC does not include it."))
            #expect(gone.contains("What to do"))
            #expect(try !SiteUnderTest.write(SiteUnderTest.night(3, [stays]), place).contains(page))
            #expect(try SiteUnderTest.text(place, page) == gone)
            try SiteUnderTest.write(SiteUnderTest.night(4, [stays, goes]), place)
            #expect(try !SiteUnderTest.text(place, page).contains("No longer audited"))
        }
    }

    /// The title of a run, which is foreign text, cannot be mistaken for its result.
    @Test(
        arguments: [nil, "A: 9 of 9 domains have errors · 2026-05-01 (interrupted)", "<!--aasa-audit run 9 9 of 9-->"])
    func runsAreATable(title: String?) throws {
        try SiteUnderTest.withSite { place in
            let nights = [[Estate.redirect(3), Estate.well(4)], [Estate.well(3), Estate.well(4)], Estate.broken(3)]
            for (night, reports) in nights.enumerated() {
                var run = SiteUnderTest.night(Double(night), reports)
                run.facts.options["title"] = title.map(EvidenceValue.string)
                try SiteUnderTest.write(run, place)
            }
            for name in ["runs/index.html", "index.html"] {
                let page = try SiteUnderTest.text(place, name)
                let changes = page.matches(of: #/UTC<\/a><\/th> <td>[^<]*<\/td> <td>([^<]*)<\/td>/#).map(\.1)
                #expect(changes == ["+3 errors", "&#8722;1 error", ""], "\(name)")
                #expect(page.contains(">2026-05-03 12:00:00 UTC</a></th> <td>3 of 3 domains have errors</td>"))
            }
        }
    }

    /// An empty list remains at its address and states that it is empty.
    @Test func listsThatAreEmptyStay() throws {
        try SiteUnderTest.withSite { place in
            let first = Estate.typical(900)
            try SiteUnderTest.write(SiteUnderTest.night(0, first), place)
            let team = SiteAddress.team("Payments")
            #expect(try SiteUnderTest.text(place, team).contains("<h1><bdi>Payments</bdi></h1>"))
            try SiteUnderTest.write(SiteUnderTest.night(1, [Estate.well(0)]), place)
            #expect(try SiteUnderTest.text(place, team).contains("Nothing is listed here now"))
            #expect(try SiteUnderTest.text(place, "names/n-.html").contains("shop-0.example"))
            #expect(try SiteUnderTest.text(place, "names/n-s.html").contains("Nothing is listed here now"))
        }
    }

    @Test func anInterruptedRunLeavesTheListsOfTheLastCompleteOne() throws {
        try SiteUnderTest.withSite { place in
            let all = Estate.typical(900)
            try SiteUnderTest.write(SiteUnderTest.night(0, all), place)
            let start = try SiteUnderTest.text(place, "index.html")
            let lists = ["names/n-s.html", "attention.html", "teams/index.html", SiteAddress.team("Web")]
            let before = try lists.map { try SiteUnderTest.text(place, $0) }
            let origins = ["Run of 2026-05-01 12:00 UTC.", "As of the newest complete run."]
            #expect(before.allSatisfy { page in origins.contains { page.contains($0) } })
            // One domain is worse, one has a new team, and the others were not reached.
            var new = Estate.redirect(4)
            new.people.team = "Newcomers"
            let cut = SiteUnderTest.night(1, [new, Estate.well(8)], complete: false)
            let written = try SiteUnderTest.write(cut, place)
            #expect(
                written == [
                    "index.html", "runs/index.html", SiteAddress.run(cut.facts), SiteAddress.domain(new),
                    SiteAddress.team("Newcomers"),
                ])
            #expect(try lists.map { try SiteUnderTest.text(place, $0) } == before)
            let page = try SiteUnderTest.text(place, "index.html")
            #expect(
                page.contains(
                    "The run was interrupted: the remaining domains were not checked. The lists of names, of teams and "
                        + "of domains that need attention are those of the run of 2026-05-01 12:00 UTC."))
            #expect(page.contains("1 of 2 domains has errors.") && page.contains("(interrupted)</title>"))
            // All names can still be found.
            func prefixes(_ page: String) -> [Substring] { page.matches(of: /data-prefix="([^"]*)"/).map(\.1) }
            #expect(prefixes(page) == prefixes(start) && prefixes(page).count > 3)
            try SiteUnderTest.expectLinksToLead(from: written, place)
            #expect(
                try SiteUnderTest.text(place, "runs/index.html").contains(
                    ">2026-05-02 12:00:00 UTC</a></th> <td>1 of 2 domains has errors (interrupted)</td>"))
            // A second interrupted run, followed by the lists of a complete run.
            try SiteUnderTest.write(SiteUnderTest.night(2, [Estate.well(4)], complete: false), place)
            #expect(try prefixes(SiteUnderTest.text(place, "index.html")) == prefixes(start))
            try SiteUnderTest.write(SiteUnderTest.night(3, [Estate.well(4)]), place)
            #expect(try !SiteUnderTest.text(place, "index.html").contains("The run was interrupted"))
            #expect(try !SiteUnderTest.text(place, "names/n-.html").contains("shop-0.example"))
        }
    }

    /// If no run was completed, an interrupted one is used, and each list states that.
    @Test func aSiteOfInterruptedRunsSaysSoEverywhere() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(SiteUnderTest.night(0, [Estate.redirect(3)], complete: false), place)
            let run = SiteUnderTest.night(1, [Estate.redirect(3), Estate.well(4)], complete: false)
            try SiteUnderTest.write(run, place)
            for name in ["names/n-.html", "attention.html", "teams/index.html", SiteAddress.team("Web")] {
                let page = try SiteUnderTest.text(place, name)
                #expect(
                    page.contains(
                        "The run of 2026-05-02 12:00 UTC was cut short: only the domains checked by then are listed."),
                    "\(name)")
            }
            #expect(try SiteUnderTest.text(place, "names/n-.html").contains("travel-3.example"))
        }
    }

    /// A run that cannot be read completely does not change the start page, and the next run succeeds.
    @Test func aFailedRunKeepsTheStartPage() throws {
        struct Broken: StoredRun {
            let run: Estate
            var facts: RunFacts { run.facts }
            var summary: RunSummary { run.summary }
            var finishedAt: Date { run.finishedAt }
            var ending: RunEnding { run.ending }
            func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
                try run.forEachBatch { batch throws(OutputError) in
                    try body(Array(batch.prefix(50)))
                    throw .writing(path: "the spool", reason: "gone")
                }
            }
        }
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(SiteUnderTest.night(0, Estate.typical(90)), place)
            let start = try SiteUnderTest.text(place, "index.html")
            let run = SiteUnderTest.night(1, Estate.broken(90))
            let folder = try SiteFolder(path: place.path)
            #expect(throws: OutputError.self) { try SiteRenderer(folder: folder).render(Broken(run: run), to: folder) }
            folder.discard()
            #expect(try SiteUnderTest.text(place, "index.html") == start)
            try SiteUnderTest.write(run, place)
            #expect(try SiteUnderTest.text(place, "index.html").contains("90 of 90 domains have errors."))
        }
    }
}
