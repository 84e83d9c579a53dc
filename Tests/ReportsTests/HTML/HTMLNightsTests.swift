import Findings
import Foundation
import Records
import Testing

@testable import Audit
@testable import Reports

/// The nights of all domains, of teams and of one domain.
@Suite struct HTMLNightsTests {
    @Test func nightsAreShownAsColumnsAndAsATable() throws {
        let page = try PageSink.page(Estate(Estate.typical(60), hasHistory: true))
        #expect(page.contains("<h2 id=\"h-nights\">90 nights</h2>"))
        #expect(page.contains("text-anchor=\"end\">05-01</text>"))
        #expect(page.matches(of: #/<tr><th scope="row">2026-\d\d-\d\d<\/th>/#).count == 90)
        #expect(page.contains("errors on "))
        for run in [Estate(Estate.typical(60)), Estate([Estate.redirect(3)], hasHistory: true), Estate([])] {
            let isThere = try PageSink.page(run).contains("id=\"nights\"")
            #expect(!isThere)
        }
    }

    @Test func columnsAreAsHighAsTheCountsAndSeenHoweverFew() throws {
        var run = Estate(Estate.many(1000), hasHistory: true)
        var summary = RunSummary()
        for number in 0..<1000 { summary.add(Estate.well(number)) }
        summary.add(Estate.redirect(3))
        run.nights = [OverallTimeline.DailyRun(startedAt: Samples.days(-1), summary: summary)]
        // Two columns do not show a trend, so only the text is shown.
        let short = try PageSink.page(run)
        #expect(short.contains("id=\"nights\"") && !short.contains("<svg class=\"nights\""))
        run.nights = [2, 1].map { OverallTimeline.DailyRun(startedAt: Samples.days(-$0), summary: summary) }
        let page = try PageSink.page(run)
        let path = try #require(page.firstMatch(of: #/<path class="fail" d="([^"]*)"/#)).1
        // 1 and 143 of at most 143, of 54 pixels; columns as wide as they may be, between the labels.
        #expect(path == "M0 70v-1h39v1zM40 70v-1h39v1zM80 70v-54h39v54z")
        let labels = page.matches(of: #/<text x="([0-9.]+%)" y="(\d+)" text-anchor="middle">([^<]+)</#)
        #expect(
            labels.map { "\($0.1) \($0.2) \($0.3)" } == [
                "83.3% 12 143", "83.3% 81 05-01", "16.7% 65 1", "16.7% 81 04-29",
            ])
    }

    @Test(arguments: [(1, false), (2, true)])
    func nightsAreAStripWhereThereAreSeveral(_ count: Int, _ isShown: Bool) {
        let runs = (0..<count).map { DomainPast.Run(startedAt: Samples.days(Double(-$0)), status: .fail) }
        let row = DomainRow(
            report: Estate.redirect(3), past: DomainPast(statusSince: nil, runs: runs), anchor: "d-a", index: 0,
            kind: 0)
        let object = TemplateObject(row.fill)
        #expect(object.entries.contains { $0.key == "past" } == isShown)
    }

    /// All teams have the same scale, so that they can be compared.
    @Test func teamsHaveOneScaleAndNoneForAFewNights() throws {
        let reports = (0..<6).map { number in
            var report = Estate.redirect(number * 10 + 3)
            report.people.team = number < 4 ? "Large" : number == 4 ? "Small" : "Well"
            return number == 5 ? Estate.well(4) : report
        }
        func run(nights: Int) -> Estate {
            var run = Estate(reports, hasHistory: true)
            run.nights = (1..<nights).reversed().map {
                OverallTimeline.DailyRun(startedAt: Samples.days(Double(-$0)), summary: run.summary)
            }
            return run
        }
        let short = try PageSink.page(run(nights: 6))
        #expect(
            short.contains("id=\"teams\"") && !short.contains("class=\"spark\"") && !short.contains("Errors per night")
        )
        let page = try PageSink.page(run(nights: 8))
        let today = page.matches(of: #/<svg class="spark" width="40"[^>]*><path d="[^"]*M37 14v-(\d+)"/#).compactMap {
            Int($0.1)
        }
        #expect(today == [14, 3])
    }
}
