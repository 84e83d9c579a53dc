import Findings
import Foundation
import Testing
import Transport

@testable import Audit
@testable import Records
@testable import Reports

/// The part of the page about all domains together.
@Suite struct HTMLFirstScreenTests {
    @Test func headlineStatesTheResult() throws {
        let cases: [([DomainReport], String)] = [
            (
                [Estate.redirect(3)],
                "<bdi>travel-3.example</bdi>: links open the browser instead of the app on every Apple system."
            ),
            ([Estate.redirect(3), Estate.well(4)], "1 of 2 domains has errors."),
            ([Estate.well(4), Estate.well(5)], "None of 2 domains has errors."),
            ([Estate.well(4), Estate.nobody(57)], "None of the checked domains has errors."),
            ([Estate.nonsense, Estate.nobody(57)], "None of 2 domains was checked."),
            ([], "There was no domain to check."),
        ]
        for (reports, headline) in cases {
            let page = try PageSink.page(Estate(reports))
            #expect(page.contains("<h1 id=\"state-sentence\">\(headline)</h1>"), "\(headline)")
        }
    }

    @Test func theDomainsHaveTheNameThatTheyWereGiven() throws {
        var run = Estate([Estate.redirect(3), Estate.well(4)])
        let title = "<title>Universal links: 1 of 2 domains has errors &#183; 2026-05-01</title>"
        #expect(try PageSink.page(run).contains(title))
        run.facts.options["title"] = "Acme <b>"
        let page = try PageSink.page(run)
        #expect(page.contains("<title>Acme &lt;b&gt;: 1 of 2 domains has errors &#183; 2026-05-01</title>"))
        #expect(page.contains("<bdi>Acme &lt;b&gt;: universal links</bdi>"))
    }

    /// An accepted finding needs no attention, but its acceptance does not make links open the app.
    @Test func theTwoQuestionsAreCountedApart() throws {
        let page = try PageSink.page(
            Estate([Estate.accepted(40), Estate.redirect(3), Estate.well(4), Estate.generic(5), Estate.nonsense]))
        #expect(page.contains("<h1 id=\"state-sentence\">1 of 5 domains has errors.</h1>"))
        let line = try #require(page.firstMatch(of: #/<p class="answers dots">(.*?)<\/p>/#)).1
        #expect(
            line.replacing(/<[^>]*>/, with: "")
                == "Links open the app on 1 of 5 probably on 1 not on 2 unknown on 1 ")
        let answers = page.matches(
            of: #/<a class="opens ([a-z-]+)" href="#opens=([a-z-]+)">[^<]*<strong>([0-9]+)</#
        ).map { "\($0.1) \($0.2) \($0.3)" }
        #expect(answers == ["yes yes 1", "likely likely 1", "no no 2", "unknown unknown 1"])
        let rows = page.matches(of: #/<a class="row [^>]*>.*?<div class="opens ([a-z-]+)">/#).map(\.1)
        #expect(rows.sorted() == ["likely", "no", "no", "unknown", "yes"])
    }

    @Test func historyAndInterruptionAreShownWhereThereAreAny() throws {
        let reports = Estate.typical(40)
        let signs = ["<h2 id=\"h-changes\">", "<svg class=\"strip\" width=\"112\"", "The run was interrupted: "]
        let plain = try PageSink.page(Estate(reports))
        let rich = try PageSink.page(Estate(reports, hasHistory: true, complete: false))
        for sign in signs {
            let (isInPlain, isInRich) = (plain.contains(sign), rich.contains(sign))
            #expect(!isInPlain, "\(sign)")
            #expect(isInRich, "\(sign)")
        }
    }

    @Test func newProblemsPrecedeResolvedOnes() throws {
        var run = Estate([Estate.redirect(3)], hasHistory: true)
        let items: [(ChangeKind, FindingCode, Severity)] = [
            (.fixed, .redirect, .error), (.new, .tlsCertificateExpiring, .warning), (.returned, .fileEmpty, .error),
        ]
        run.changes?.items = items.map {
            RunChanges.Change(domain: "a.example", kind: $0.0, code: $0.1, severity: $0.2, message: "")
        }
        let page = try PageSink.page(run)
        let words = page.matches(of: #/<li><b class="[a-z]+">(Resolved|New|Returned)</b> on /#).map(\.1)
        #expect(words == ["Returned", "New", "Resolved"])
    }

    /// A run without changes has two words in the heading instead of a panel.
    @Test func aRunWithoutChangesHasTwoWordsInTheHeading() throws {
        var run = Estate([Estate.redirect(3), Estate.well(4)])
        var changes = RunChanges(previousRun: "x", previousStartedAt: Samples.days(-1))
        run.changes = changes
        let page = try PageSink.page(run)
        #expect(page.contains(" <span>nothing new</span></p></header>"))
        #expect(!page.contains("id=\"changes\""))
        changes.new = 1
        changes.domains.new.add("travel-3.example")
        run.changes = changes
        let head = " <span><a href=\"#changes\">New problems on 1 domain</a></span></p></header>"
        #expect(try PageSink.page(run).contains(head))
    }

    /// The runs of one day count as one night.
    @Test(arguments: [true, false]) func saysWhyThereIsNoChart(_ hasNights: Bool) throws {
        var run = Estate([Estate.redirect(3), Estate.well(4)], hasHistory: true)
        if !hasNights { run.nights = [] }
        #expect(try PageSink.page(run).contains("All runs so far began on one day") == !hasNights)
    }

    /// The text contains the date since which an error is known, not its age, because the error may be older.
    @Test(arguments: [
        (0.0, true, "in this run"), (0, false, "2026-05-01 or earlier"), (-1, true, "2026-04-30"),
        (-2, false, "2026-04-29 or earlier"),
    ])
    func teamsSayWhenErrorsWereFirstSeen(_ days: Double, _ isExact: Bool, _ words: String) {
        let date = Samples.now.addingTimeInterval(days * 86_400)
        #expect(TeamMatrix.firstSeen(date, isExact: isExact, runAt: Samples.now) == words)
    }

    /// A link shows the domains whose names are stored, and contains their number.
    @Test(arguments: [
        (4, "all 4"), (DomainNames.maxNames, "all 1,000"), (DomainNames.maxNames + 1, "the first 1,000 of 1,001"),
    ])
    func aLinkSaysHowManyItShows(_ count: Int, _ label: String) throws {
        var names = DomainNames()
        for number in 0..<count { names.add("d\(number).example") }
        let object = TemplateObject { PageIndex(Estate([])).fillMembers(&$0, names, id: "repair-1", shown: 2) }
        let text = PageTemplates.render("members", object)
        let link = try #require(text.firstMatch(of: #/data-names="([^"]*)">([^<]*)</#))
        #expect(link.2 == label[...])
        #expect(link.1.split(separator: "\n").count == min(count, DomainNames.maxNames))
    }

    /// All teams are counted, and so are domains without a team.
    @Test func noTeamIsLeftOutOfTheCount() throws {
        let reports = (0...1002).map { number in
            var report = Estate.well(number)
            report.people.team = number > 1000 ? nil : "Team \(number)"
            return report
        }
        let page = try PageSink.page(Estate(reports))
        #expect(page.contains("<h2>Teams</h2> <span class=\"note\">1,001 teams</span>"))
        let count = "<td><span class=\"of\" dir=\"auto\">Domains</span> 2</td>"
        #expect(page.contains("<bdi class=\"warn\">(no team)</bdi></th>" + count))
        #expect(page.contains("<p class=\"note\">and 952 more</p>"))
    }

    /// All certificates that end within 60 days are counted, including the last day.
    @Test(arguments: [(59, 1), (60, 1), (61, 0)]) func theLastDayOfTheCalendarCounts(_ days: Int, _ count: Int) throws {
        var report = Estate.well(3)
        report.wellKnown?.exchange?.tls?.chain[0].notAfter = Samples.days(Double(days))
        try #require(report.certificateDaysLeft == days)
        let page = try PageSink.page(Estate([report, Estate.nonsense]))
        #expect(page.matches(of: #/<a href="#ends=31..60"><b>1<\/b> in 31 to 60 days</#).count == count)
        #expect(page.contains("<option value=\"31..60\">in 31 to 60 days (1)</option>") == (count == 1))
    }

    /// Without script, the link to all unchecked domains leads to the first of them.
    @Test func allThatWasNotCheckedCanBeReachedWithoutScript() throws {
        let page = try PageSink.page(Estate([Estate.nonsense] + (0..<5).map(Estate.nobody)))
        #expect(page.contains("<a href=\"#status=unreachable,invalid\">All 6</a>"))
        #expect(page.contains("<span id=\"status=unreachable,invalid\"></span>"))
    }

    @Test(arguments: [([Estate.redirect(3)], false), ([Estate.redirect(3), Estate.brokenFile(11)], true)])
    func onlySeveralStepsHaveAnOrder(_ broken: [DomainReport], _ isSaid: Bool) throws {
        for count in [1, 30] {
            let page = try PageSink.page(Estate(broken + (0..<count).map { Estate.well(100 + $0) }))
            #expect(page.contains("Why this order?") == isSaid)
            // Few domains are themselves the list of what to fix first.
            #expect(page.contains("<h2 id=\"h-\(count == 30 ? "start" : "domains")\">Fix first</h2>"))
        }
    }

    /// Up to 20 domains are ranked in their rows; for more domains, the first fixes precede the rows.
    @Test(arguments: [(20, false), (21, true)])
    func aFewDomainsAreTheirOwnRanking(_ count: Int, _ hasStart: Bool) throws {
        let page = try PageSink.page(Estate(Estate.typical(count)))
        #expect(page.contains("id=\"start\"") == hasStart)
        #expect(page.contains("id=\"causes\"") == hasStart)
        #expect(page.contains("<div id=\"all\" class=\"ranked\">") == !hasStart)
    }

    /// For very many domains, a table of causes and teams replaces the causes; the page contains all rows.
    @Test(arguments: [(100, false), (99, true)])
    func veryManyDomainsAreBehindATable(_ maxListed: Int, _ isLarge: Bool) throws {
        let page = try PageSink.page(Estate(Estate.typical(100)), HTMLRenderer(prebuilt: 0, maxListed: maxListed))
        let signs = [
            "<div id=\"all\" class=\"large\">", "<p id=\"pager\" hidden>",
            "href=\"#team=Payments&amp;code=html-instead-of-file\">",
        ]
        for sign in signs { #expect(page.contains(sign) == isLarge, "\(sign)") }
        #expect(page.contains("id=\"causes\"") == !isLarge)
        #expect(page.matches(of: #/<a class="row /#).count == 100)
    }

    /// The table contains every fix, and the fixes contain every domain that needs one.
    @Test func allRepairsAddUp() throws {
        let run = Estate(Estate.typical(300))
        let page = try PageSink.page(run)
        let label = try #require(page.firstMatch(of: #/<summary>All (\d+) fixes<\/summary>/#))
        let table = try #require(page.firstMatch(of: #/(?s)<details class="rest" id="repairs">.*?<\/table>/#)).output
        let rows = table.matches(of: #/<tr><th scope="row">.*?<\/tr>/#).map(\.output)
        #expect(rows.count == Int(label.1))
        let counts = rows.map { row in row.firstMatch(of: #/<b>(\d+)<\/b> domains/#).flatMap { Int($0.1) } ?? 1 }
        let broken = [DomainStatus.fail, .warn, .unreachable].reduce(0) { $0 + run.summary[$1] }
        #expect(counts.reduce(0, +) == broken)
        for target in table.matches(of: #/href="#group=(repair-\d+)"/#).map(\.1) {
            let place = try Regex("id=\"\(target)\"")
            #expect(page.matches(of: place).count == 1, "\(target)")
        }
    }

    /// Fixes with the same title show what their domains have in common, or their owners.
    @Test func repairsWithOneTitleDiffer() throws {
        let page = try PageSink.page(Estate(Estate.typical(300)))
        #expect(page.contains(#/<b>\d+<\/b> domains<\/a> <bdi>on one server, 203\.0\.113\.7<\/bdi><\/span>/#))
        let unownedText =
            "<b class=\"warn\"><bdi>No owner: ask the web server&#39;s administrators</bdi></b>"
        #expect(page.contains("<div class=\"by\">\(unownedText)"))
        let unowned = Estate.typical(300).map { report in
            var report = report
            (report.people.owner, report.people.team, report.people.contact) = (nil, nil, nil)
            return report
        }
        // The style sheet hides the people of the rows in such a list.
        let unownedPage = try PageSink.page(Estate(unowned))
        #expect(!unownedPage.contains("<div class=\"by\"><b class=\"warn\">"))
        #expect(
            unownedPage.contains(#/<div id="list" class="[^"]*">/#)
                && !unownedPage.contains(#/<div id="list" class="[^"]*people/#))
    }

    /// The rows are grouped by fix, in the order of the fixes.
    @Test func rowsHaveTheOrderOfTheRepairs() throws {
        let page = try PageSink.page(Estate(Estate.typical(300)))
        let names = page.matches(of: #/<a class="row [a-z]+" id="d-([^"]*)"/#).map(\.1)
        let steps = page.matches(of: #/<div class="step">(.*?)<\/div><\/li>/#).map(\.1)
        #expect(steps.count == 5)
        var start = 0
        for step in steps {
            let first = try #require(step.firstMatch(of: #/<a href="#d-([^"]*)">/#)).1
            #expect(names[start] == first)
            guard let rows = step.firstMatch(of: #/data-rows="(\d+)-(\d+)"/#) else {
                start += 1
                continue
            }
            #expect(Int(rows.1) == start)
            start = try #require(Int(rows.2))
        }
    }
}
