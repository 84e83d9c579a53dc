import Findings
import Foundation
import Runs
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The part of the page about all domains together.
@Suite struct HTMLFirstScreenTests {
    @Test func headlineTellsTheStateOfTheEstate() throws {
        let cases: [([DomainReport], String)] = [
            (
                [Estate.redirect(3)],
                "<bdi>travel-3.example</bdi>: links open the browser instead of the app on every Apple system."
            ),
            ([Estate.redirect(3), Estate.well(4)], "1 of 2 domains has errors."),
            ([Estate.well(4), Estate.well(5)], "None of 2 domains has errors."),
            ([Estate.well(4), Estate.nobody(57)], "None of the domains that could be checked has errors."),
            ([Estate.nonsense, Estate.nobody(57)], "None of 2 domains could be checked."),
            ([], "There was no domain to check."),
        ]
        for (reports, headline) in cases {
            let page = try PageSink.page(Estate(reports))
            #expect(page.contains("<h1 id=\"state-sentence\">\(headline)</h1>"), "\(headline)")
        }
    }

    @Test func theDomainsHaveTheNameThatTheyWereGiven() throws {
        var run = Estate([Estate.redirect(3), Estate.well(4)])
        #expect(try PageSink.page(run).contains("<title>Universal links: 1 of 2 with errors &#183; 2026-05-01</title>"))
        run.facts.options["title"] = "Acme <b>"
        let page = try PageSink.page(run)
        #expect(page.contains("<title>Acme &lt;b&gt;: 1 of 2 with errors &#183; 2026-05-01</title>"))
        #expect(page.contains("<bdi>Acme &lt;b&gt;: universal links</bdi>"))
    }

    /// An accepted finding needs no attention, but its acceptance does not make links open the app.
    @Test func theTwoQuestionsAreCountedApart() throws {
        let page = try PageSink.page(
            Estate([Estate.accepted(40), Estate.redirect(3), Estate.well(4), Estate.generic(5), Estate.nonsense]))
        #expect(page.contains("<h1 id=\"state-sentence\">1 of 5 domains has errors.</h1>"))
        #expect(page.contains("Links open the app on 1 of 5 domains (iOS 14 and later)"))
        let answers = page.matches(of: #/<a class="opens ([a-z-]+)" href="#opens=([a-z-]+)"><strong>([0-9]+)</#)
            .map { "\($0.1) \($0.2) \($0.3)" }
        #expect(answers == ["yes yes 1", "likely likely 1", "no no 2", "unknown unknown 1"])
        let rows = page.matches(of: #/<a class="row [^>]*>.*?<div class="opens ([a-z-]+)">/#).map(\.1)
        #expect(rows.sorted() == ["likely", "no", "no", "unknown", "yes"])
    }

    @Test func historyAndInterruptionAreShownWhereThereAreAny() throws {
        let reports = Estate.typical(40)
        let signs = ["<h2 id=\"h-changes\">", "<svg class=\"strip\" width=\"120\"", "The run was interrupted."]
        let plain = try PageSink.page(Estate(reports))
        let rich = try PageSink.page(Estate(reports, hasHistory: true, complete: false))
        for sign in signs {
            let (isInPlain, isInRich) = (plain.contains(sign), rich.contains(sign))
            #expect(!isInPlain, "\(sign)")
            #expect(isInRich, "\(sign)")
        }
    }

    @Test func whatGotWorseComesBeforeWhatGotBetter() throws {
        var run = Estate([Estate.redirect(3)], hasHistory: true)
        let items: [(ChangeKind, FindingCode, Severity)] = [
            (.fixed, .redirect, .error), (.new, .tlsCertificateExpiring, .warning), (.returned, .fileEmpty, .error),
        ]
        run.changes?.items = items.map {
            RunChanges.Change(domain: "a.example", kind: $0.0, code: $0.1, severity: $0.2, message: "")
        }
        let page = try PageSink.page(run)
        let words = page.matches(of: #/<li><span class="label [a-z]+">(Fixed|New|Back)</span> /#).map(\.1)
        #expect(words == ["Back", "New", "Fixed"])
    }

    /// An age would be how long it has been known, not how long it has been there.
    @Test(arguments: [
        (0.0, true, "in this run"), (0, false, "2026-05-01 or earlier"), (-1, true, "2026-04-30"),
        (-2, false, "2026-04-29 or earlier"),
    ])
    func teamsSayWhenErrorsWereFirstSeen(_ days: Double, _ isKnown: Bool, _ words: String) {
        let date = Samples.now.addingTimeInterval(days * 86_400)
        #expect(TeamMatrix.firstSeen(date, isKnown: isKnown, runAt: Samples.now) == words)
    }

    /// A link shows the domains whose names are kept, and says how many those are.
    @Test(arguments: [(4, "all 4"), (DomainNames.limit, "all 1000"), (DomainNames.limit + 1, "the first 1000 of 1001")])
    func aLinkSaysHowManyItShows(_ count: Int, _ label: String) throws {
        var names = DomainNames()
        for number in 0..<count { names.add("d\(number).example") }
        let object = TemplateObject { PageIndex(Estate([])).members(&$0, names, id: "repair-1", shown: 2) }
        let text = PageTemplates.render("members", object)
        let link = try #require(text.firstMatch(of: #/data-names="([^"]*)">([^<]*)</#))
        #expect(link.2 == label[...])
        #expect(link.1.split(separator: "\n").count == min(count, DomainNames.limit))
    }

    /// Teams are counted however many there are, and so is what has none.
    @Test func noTeamIsLeftOutOfTheCount() throws {
        let reports = (0...1002).map { number in
            var report = Estate.well(number)
            report.team = number > 1000 ? nil : "Team \(number)"
            return report
        }
        let page = try PageSink.page(Estate(reports))
        #expect(page.contains("<h2>Teams</h2> <span class=\"note\">1001 teams</span>"))
        #expect(page.contains("<bdi>(no team)</bdi></th><td>2</td>"))
        #expect(page.contains("<p class=\"note\">and 952 more</p>"))
    }

    /// Whatever ends within the 60 days that the heading says is counted, the last of them, too.
    @Test(arguments: [(59, 1), (60, 1), (61, 0)]) func theLastDayOfTheCalendarCounts(_ days: Int, _ count: Int) throws {
        var report = Estate.well(3)
        report.wellKnown?.exchange?.tls?.chain[0].notAfter = Samples.days(Double(days))
        try #require(report.certificateDaysLeft == days)
        let page = try PageSink.page(Estate([report, Estate.nonsense]))
        #expect(page.matches(of: #/<a href="#ends=0..60"><b>1<\/b> within 60 days</#).count == count)
        #expect(page.contains("<option value=\"0..60\">within 60 days (1)</option>") == (count == 1))
    }

    /// Without script a link to all that could not be checked leads to the first of them.
    @Test func allThatWasNotCheckedCanBeReachedWithoutScript() throws {
        let page = try PageSink.page(Estate([Estate.nonsense] + (0..<5).map(Estate.nobody)))
        #expect(page.contains("<a href=\"#status=unreachable,invalid\">All 6</a>"))
        #expect(page.contains("<span id=\"status=unreachable,invalid\"></span>"))
    }

    @Test(arguments: [([Estate.redirect(3)], false), ([Estate.redirect(3), Estate.brokenFile(11)], true)])
    func onlySeveralStepsHaveAnOrder(_ broken: [DomainReport], _ isSaid: Bool) throws {
        let page = try PageSink.page(Estate(broken + [Estate.well(4)]))
        #expect(page.contains("Start here</h2> <span class=\"note\">") == isSaid)
        #expect(page.contains("Start here</h2>"))
    }

    /// The summary that opens to the other repairs contains their number, and the content does not repeat it.
    @Test func theOtherRepairsAreCountedOnce() throws {
        let page = try PageSink.page(Estate(Estate.kinds))
        let rest = try #require(
            page.firstMatch(of: #/<details class="rest"><summary>(.*?)<\/summary><bdi>(.*?)<\/bdi>/#))
        #expect(rest.1.contains(#/^Then, \d+ more to fix$/#), "\(rest.1)")
        #expect(!rest.2.contains("to fix"), "\(rest.2)")
    }

    /// The night before is not the run before where that was a run of the same day.
    @Test(arguments: [(-86_400.0, true), (-3600, false)])
    func whatMovedIsSaidOfTheRunBefore(_ seconds: Double, _ isSaid: Bool) throws {
        var run = Estate([Estate.redirect(7), Estate.well(4)], hasHistory: true)
        let past = try #require(run.past(of: Estate.redirect(7))?.runs.suffix(2).map(\.status))
        try #require(past == [.pass, .fail])
        run.changes?.previousStartedAt = Samples.now.addingTimeInterval(seconds)
        #expect(try PageSink.page(run).contains("<span class=\"note\">OK &#8594; Error</span>") == isSaid)
    }
}
