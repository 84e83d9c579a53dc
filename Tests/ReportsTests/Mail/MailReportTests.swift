import Basics
import Findings
import Foundation
import TestSupport
import Testing

@testable import Audit
@testable import Records
@testable import Reports

/// The mail: its appearance in mail programs, and its limited size.
struct MailReportTests {
    private static func page(_ run: some StoredRun) throws -> String {
        let sink = MemorySink()
        try MailReport().render(run, to: sink)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    /// Returns the page without the parts that a mail program may remove.
    ///
    /// These are style sheets, scripts, forms, and the attributes and styles that place or name an element.
    private static func stripped(_ page: String) -> String {
        page.replacing(#/<(style|script|form|svg|iframe|object|noscript)\b[\s\S]*?<\/\1>/#, with: "")
            .replacing(#/<(link|base|meta|img|input|button)\b[^>]*>/#, with: "")
            .replacing(#/ (class|id|name|for|on[a-z]+)="[^"]*"/#, with: "")
            .replacing(#/(position|display|float|background-image|animation)\s*:[^;"]*;?/#, with: "")
    }

    private static func text(_ page: String) -> String {
        guard let body = page.firstRange(of: "<body") else { return "" }
        return String(page[body.lowerBound...]).replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " ")
    }

    private static let tags: Set<String> = [
        "!doctype", "html", "head", "meta", "title", "body", "table", "tr", "td", "h1", "h2", "p", "b", "br", "bdi",
        "span", "ul", "ol", "li", "a",
    ]

    private static var runs: [(name: String, run: Estate)] {
        [
            ("nothing", Estate([])), ("one", Estate([Estate.redirect(3)])),
            ("kinds", Estate(Estate.kinds, hasHistory: true)),
            ("fine", Estate((0..<30).map(Estate.well))), ("broken", Estate(Estate.broken(300), hasHistory: true)),
            ("accepted", Estate((0..<30).map(Estate.accepted))), ("unreachable", Estate((0..<30).map(Estate.nobody))),
            ("interrupted", Estate(Estate.typical(60), hasHistory: true, complete: false)),
            ("hostile", Estate(HostileEstate.reports, hasHistory: true)),
            ("linked", linked(to: "https://links.example/night.html")),
        ]
    }

    /// Returns a run whose settings contain the address of its full report.
    private static func linked(to address: String, _ reports: [DomainReport] = Estate.kinds) -> Estate {
        var run = Estate(reports, hasHistory: true)
        run.facts.options["reportUrl"] = .string(address)
        return run
    }

    @Test func losesNothingInAMailProgram() throws {
        for (name, run) in Self.runs {
            let page = try Self.page(run)
            #expect(Self.text(Self.stripped(page)) == Self.text(page), "\(name)")
            #expect(
                Self.stripped(page).replacing(#/<(meta|link)[^>]*>/#, with: "").count
                    == page.replacing(#/<(meta|link)[^>]*>/#, with: "").count, "\(name)")
            let used = Set(page.matches(of: #/<\/?(!?[a-z0-9]+)/#).map { String($0.1) })
            #expect(used.isSubset(of: Self.tags), "\(name): \(used.subtracting(Self.tags))")
            #expect(used.contains("a") == (name == "linked"), "\(name)")
            for sign in ["src=", "url(", "@import", "class=", " id="] {
                #expect(!page.replacing(/>[^<]*</, with: "><").contains(sign), "\(name): \(sign)")
            }
        }
    }

    /// Without style, lists are still lists, each total is followed by its label, and all characters are shown.
    @Test func readsWellWithoutStyle() throws {
        for (name, run) in Self.runs {
            let page = try Self.page(run)
            #expect(page.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
            let totals = page.matches(of: #/<b>[0-9]+<\/b><\/td><td [^>]*>([^<]*)<span/#).map(\.1)
            #expect(totals.count == DomainStatus.allCases.count { run.summary[$0] > 0 }, "\(name)")
            #expect(totals.allSatisfy { $0.hasSuffix(": ") }, "\(name): \(totals)")
            let steps = page.matches(of: /What to do:/).count
            #expect(page.matches(of: #/<ol [^>]*>\n<li /#).count == (steps > 0 ? 1 : 0), "\(name)")
        }
    }

    /// Two owners fix a redirect, but the mail explains the fix once.
    @Test func givesDetailsOnce() throws {
        let text = try Self.plainText(of: Self.linked(to: "https://links.example/night.html"))
        let lines = text.split(separator: "\n")
        #expect(lines.count { $0.hasSuffix(": Serve the file without a redirect") } == 2, "\(text)")
        #expect(lines.count { $0.hasPrefix("Serve the file without a redirect. ") } == 1, "\(text)")
        // The owners of the other steps follow the details, with the numbers of their steps.
        #expect(lines.contains("  Fix 1, Ada Lovelace: travel-3.example"), "\(text)")
    }

    /// Otherwise, the port of a right-to-left name would be displayed before it.
    @Test func aPortFollowsTheNameInAnyDirection() throws {
        let page = try Self.page(Estate(Estate.kinds, hasHistory: true))
        let name = EscapedText.escape("שלום.example")
        #expect(page.matches(of: #/<bdi>([^<]*)<\/bdi>:8443/#).map(\.1) == [name[...], name[...], name[...]])
    }

    /// An owner is missing only where other steps have one.
    @Test func aMissingOwnerIsATask() throws {
        var owned = Estate.redirect(3)
        owned.people.owner = "Dana"
        var unowned = Estate.brokenFile(11)
        unowned.people = DomainPeople()
        for (domains, isSaid) in [([unowned], false), ([owned, unowned], true)] {
            let run = SampleRun(domains: domains)
            let page = try Self.page(run)
            let task = "No owner: ask the app's developers"
            #expect(page.contains(">\(EscapedText(task).renderText)</b>") == isSaid)
            let plain = try #require(Self.parts(of: run.rendered(MailReport(isWholeMessage: true))).first)
            #expect(plain.contains("FIX FIRST\n\n1. ") && plain.contains("\(task). ") == isSaid)
        }
    }

    /// A long name keeps its beginning and its end.
    @Test func longNamesAreShortened() throws {
        let name = "\(String(repeating: "very-long-", count: 6))name.shop.example"
        let page = try Self.page(SampleRun(domains: [SiteUnderTest.broken(name)]))
        #expect(!page.contains(name))
        #expect(page.contains("<bdi>\(name.prefix(40))&#8230;\(name.suffix(19))</bdi>"))
    }

    /// Each text colour has its own background, so that a dark mode changes both or neither.
    @Test func everyCellHasItsColours() throws {
        let page = try Self.page(Estate(Estate.kinds, hasHistory: true))
        for cell in page.matches(of: #/<td style="[^"]*">(?=[^<\s])/#) { #expect(cell.output.contains("color:#")) }
        #expect(page.contains("bgcolor=\"#ffffff\""))
    }

    @Test func containsTheResultTheChangesAndTheFirstFixes() throws {
        let run = Estate(Estate.typical(200), hasHistory: true)
        let page = try Self.page(run)
        let text = Self.text(page)
        #expect(text.contains(" \(run.summary[.fail]) of 200 domains have errors. "))
        #expect(text.contains("Compared with the run of 2026-04-30 12:00 UTC."))
        let steps = try #require(text.firstRange(of: " Fix first "))
        let changes = try #require(text.firstRange(of: " What changed "))
        #expect(steps.upperBound <= changes.lowerBound)
        // The remaining domains are counted once, not for each kind of list.
        #expect(text.matches(of: /more domains need attention; ask the people who run this audit/).count == 1)
        #expect(!text.contains("Then, ") && text.matches(of: /lists them all/).count == 1)
        #expect((1...FixPlanner.Plan.maxSteps).contains(page.matches(of: /What to do:/).count))
    }

    /// A fix is reported once for any number of domains, and every domain is listed or counted.
    @Test(arguments: [1, 3, 200]) func aCauseIsToldOnce(count: Int) throws {
        let domains = (0..<count).map { number in
            var report = Estate.redirect(number)
            report.people.owner = "Dana"
            report.people.team = "Web"
            return report
        }
        let page = try Self.page(Estate(domains + [Estate.nonsense]))
        #expect(page.matches(of: /What to do:/).count == 1)
        let text = Self.text(page)
        #expect(text.contains(" Serve the file without a redirect Dana (Web) "))
        #expect(text.contains(" The server redirects instead of serving the file. "))
        #expect(text.contains(" To be fixed by: The administrators of the web server"))
        #expect(text.contains("Links do not open the app &middot; \(count) domains") == (count > 1))
        #expect(!text.contains("domains of "))
        for (index, domain) in domains.enumerated() { #expect(text.contains(domain.name) == (index < 3)) }
        #expect(text.contains("and 197 more") == (count == 200))
        #expect(text.contains("1 more domain needs attention; ask the people who run this audit for its report, "))
        let message = try SampleRun(domains: domains).rendered(MailReport(isWholeMessage: true))
        let plain = try #require(Self.parts(of: message).first)
        #expect(plain.matches(of: /What to do:/).count == 1)
        #expect(plain.contains("FIX FIRST\n") && plain.contains("\n1. "))
    }

    /// The page and the text have the same order: report, actions with their owners, changes.
    @Test func fixesWithTheirOwnersPrecedeChanges() throws {
        var run = Self.linked(
            to: "https://links.example/night.html",
            Estate.typical(200).map { report in
                var report = report
                (report.people.owner, report.people.team) = ("Dana", "Web")
                return report
            })
        let page = try Self.page(run)
        let sink = MemorySink()
        try MailReport(isWholeMessage: true).render(run, to: sink)
        let plain = try #require(Self.parts(of: String(decoding: sink.bytes, as: UTF8.self)).first)
        for text in [Self.text(page), plain.replacing(/\s+/, with: " ")] {
            var rest = text.lowercased()[...]
            for sign in [
                "of 200 domains have errors.", "full report", "run of 2026-05-01", "fix first", "dana (web)",
                ".example and 7 more", "details", "what to do:", "all domains", "what changed",
            ] {
                let range = try #require(rest.firstRange(of: sign), "\(sign)")
                rest = rest[range.upperBound...]
            }
        }
        // Further names link to the domains with the same finding.
        #expect(page.contains("<a href=\"https://links.example/night.html#code=redirect\" "))
        #expect(try PageSink.page(run).contains(" id=\"code=redirect\""))
        run.facts.options["reportUrl"] = .string("https://links.example/site/")
        #expect(try Self.page(run).contains("<a href=\"https://links.example/site/attention.html\" "))
    }

    /// The evidence is in the full report, if the mail has a link to it.
    @Test func evidenceIsInTheFullReport() throws {
        let message = Estate.redirect(3).findings[0].message
        for (address, isShown) in [("https://links.example/night.html", false), ("", true)] {
            let run = Self.linked(to: address, [Estate.redirect(3)])
            #expect(try Self.text(Self.page(run)).contains(EscapedText.escape(message)) == isShown)
            #expect(try Self.plainText(of: run).replacing(/\s+/, with: " ").contains(message) == isShown)
        }
    }

    @Test func theSubjectOfATeamsMailCountsItsTasks() throws {
        for (selection, start) in [("team Web", "1 fix needed; the domain"), ("status fail", "the domain")] {
            let run = SampleRun(domains: [Estate.redirect(3)], options: ["selection": .string(selection)])
            let subject = try Self.subject(of: run.rendered(MailReport(isWholeMessage: true)))
            #expect(subject == "Universal links: \(start) has errors · 2026-05-01")
        }
    }

    /// Links lead to existing anchors of the report, or to existing pages of the site.
    @Test func namesLeadToTheReport() throws {
        let page = try Self.page(Self.linked(to: "https://links.example/night.html"))
        #expect(page.contains("<a href=\"https://links.example/night.html\" "))
        #expect(Self.text(page).contains(" Open the full report "))
        let report = try PageSink.page(Estate(Estate.kinds, hasHistory: true))
        let anchors = page.matches(of: #/<a href="https:\/\/links\.example\/night\.html#([^"]*)"/#).map(\.1)
        #expect(anchors.count > 3)
        for anchor in anchors { #expect(report.contains(" id=\"\(anchor)\""), "\(anchor)") }

        let site = try Self.page(Self.linked(to: "https://links.example/site/"))
        let pages = site.matches(of: #/<a href="https:\/\/links\.example\/site\/(d\/[^"]*)"/#).map { String($0.1) }
        #expect(pages.count == anchors.count)
        #expect(pages.contains(SiteAddress.domain(Estate.redirect(3))))
        let text = try Self.plainText(of: Self.linked(to: "https://links.example/site/"))
        #expect(text.contains("Full report: https://links.example/site/\n"))
    }

    /// The settings of a stored run are foreign data.
    @Test(arguments: [
        "javascript:alert(1)", "", "https://a b", "https://a/\u{202E}", String(repeating: "https://a/", count: 30),
    ])
    func noOtherAddressIsALink(address: String) throws {
        #expect(try !Self.page(Self.linked(to: address)).contains("<a "))
    }

    /// Headings without content are omitted.
    @Test func headingsWithoutContentAreOmitted() throws {
        let same = RunChanges(previousRun: "x", previousStartedAt: Samples.days(-1))
        for (changes, words) in [
            (nil, "Run of 2026-05-01 12:00 UTC. Not compared with a previous run."),
            (same, "Since the run of 2026-04-30 12:00 UTC: no new or resolved findings."),
        ] {
            let run = SampleRun(domains: [Estate.well(1)], changes: changes)
            let text = Self.text(try Self.page(run))
            #expect(text.contains(words) && !text.contains("What changed"), "\(text)")
            let plain = try #require(Self.parts(of: run.rendered(MailReport(isWholeMessage: true))).first)
            #expect(!plain.contains("WHAT CHANGED"))
        }
    }

    /// The facts about the run in a stored report are foreign data, too.
    @Test func theRunIsCutAndVisible() throws {
        var run = Estate([Estate.redirect(3)])
        run.facts.id = String(repeating: "\u{1B}[31m\u{202E}<", count: 40_000)
        run.facts.toolVersion = String(repeating: "\u{202E}&", count: 60_000)
        let page = try Self.page(run)
        #expect(page.utf8.count < 10_000 && page.hasSuffix("</html>\n"))
        let sink = MemorySink()
        try MailReport(isWholeMessage: true).render(run, to: sink)
        #expect(sink.bytes.count < 30_000)
        let plain = try #require(Self.parts(of: String(decoding: sink.bytes, as: UTF8.self)).first)
        // Words that are longer than a line are on a separate line.
        #expect(plain.contains("aasa-audit\n\\u{202E}&") && plain.contains("run\n\\u{1B}[31m"))
        #expect(plain.unicodeScalars.allSatisfy { $0 == "\n" || $0.isSafeInText })
    }

    @Test func healthyDomainsAreCountedAndAcceptedOnesListed() throws {
        let text = Self.text(try Self.page(Estate((0..<30).map(Estate.well) + [Estate.accepted(40)])))
        #expect(text.contains("No errors to fix; the problems of 1 of 31 domains are accepted. "))
        #expect(text.contains("30 OK"))
        #expect(text.contains("1 Accepted"))
        #expect(!text.contains("Fix first"))
        #expect(text.contains(" shop-40.example: redirect, accepted until 2026-12-31 (Brand is being retired)"))
    }

    /// The longest names, messages, remedies and lists, of which HTML escapes each character.
    @Test func isAlwaysSmall() throws {
        let long = String(repeating: "<\"&'\u{202E}", count: 20_000)
        let domains = (0..<40).map { number in
            var report = Estate.redirect(number)
            report.domain = DomainID(host: "h\(number).example", displayHost: "\(number)" + long)
            report.people.owner = long
            report.people.team = long
            report.people.contact = long
            report.findings[0].message = long
            report.findings[0].remedy = long
            report.findings[0].state = [.new, .returned, .still][number % 3]
            return report
        }
        var run = SampleRun(
            domains: domains, complete: false,
            changes: RunChanges(previousRun: long, previousStartedAt: Samples.days(-1)),
            warnings: (0..<20).map { _ in RunWarning(.targetsDropped, long) })
        var names = RunChanges.Domains()
        for number in 0..<2000 {
            for path in [\RunChanges.Domains.fixed, \.added, \.removed, \.uncheckedBefore] {
                names[keyPath: path].add("\(number)" + long)
            }
        }
        run.changes?.domains = names
        let page = try Self.page(run)
        #expect(page.utf8.count < 100_000)
        #expect(page.hasSuffix("</html>\n"))
        #expect(Self.text(page).contains("and 1,997 more"))
        #expect(try run.rendered(MailReport(isWholeMessage: true)).utf8.count < 200_000)
    }

    @Test(arguments: HostileTexts.all + [HostileEstate.payload])
    func foreignTextStaysText(text: String) throws {
        func tags(_ text: String) throws -> [String] {
            var changes = RunChanges(previousRun: text, previousStartedAt: Samples.days(-1))
            changes.domains = RunChanges.Domains()
            changes.domains.removed.add(text)
            let run = SampleRun(
                domains: [SampleRun.planted(text)], changes: changes,
                warnings: [RunWarning(.targetsDropped, text + ".")])
            return try Self.page(run).matches(of: /<[^>]*>/).map { String($0.output) }
        }
        // “live” is a tag of production domains, of which the mail says more.
        let (clean, planted) = try (tags(text.contains("live") ? "live" : "plain"), tags(text))
        // For an empty text, the mail has no empty element.
        if text.isEmpty { #expect(planted.count <= clean.count) } else { #expect(planted == clean) }
    }

    @Test(arguments: [
        ([], true, "There was no domain to check."), ([], false, "No domain was checked."),
        ([Estate.redirect(3)], true, "The domain has errors."),
        ([Estate.redirect(3), Estate.redirect(4), Estate.well(1)], true, "2 of 3 domains have errors."),
        ([Estate.well(1)], true, "The domain has no errors."),
        ([Estate.accepted(1)], true, "The problems of the domain are accepted."),
        ([Estate.accepted(1), Estate.well(2)], true, "No errors to fix; the problems of 1 of 2 domains are accepted."),
        (
            [Estate.accepted(1), Estate.accepted(2)], true,
            "No errors to fix; the problems of all 2 domains are accepted."
        ),
        ([Estate.nobody(1)], true, "The domain was not checked."),
        ([Estate.nobody(1), Estate.nonsense], true, "None of 2 domains was checked."),
        ([Estate.nobody(1), Estate.well(2)], true, "None of the checked domains has errors."),
        ([Estate.well(1), Estate.well(2)], false, "None of 2 domains has errors."),
    ])
    func headlineAndSubjectSayHowTheDomainsStand(domains: [DomainReport], complete: Bool, headline: String) throws {
        let run = SampleRun(domains: domains, complete: complete)
        #expect(try Self.page(run).contains(">\(headline)</h1>"))
        let sentence = headline.prefix(1).lowercased() + headline.dropFirst().dropLast()
        #expect(
            try Self.subject(of: run.rendered(MailReport(isWholeMessage: true)))
                == "Universal links: \(sentence) · 2026-05-01\(complete ? "" : " (interrupted)")")
    }

    /// Returns the subject of a message, decoded like in a mail program.
    private static func subject(of message: String) -> String {
        message.matches(of: /=\?utf-8\?B\?([A-Za-z0-9+\/=]*)\?=/).compactMap { Data(base64Encoded: String($0.1)) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    @Test func warningsThatHaveNoRoomAreCounted() throws {
        let warnings = (1...8).map { RunWarning(.targetsDropped, "Warning \($0).") }
        for (count, more) in [(5, nil), (6, "1 more warning; "), (8, "3 more warnings; ")] {
            let run = SampleRun(domains: [Estate.well(1)], complete: false, warnings: Array(warnings.prefix(count)))
            let text = Self.text(try Self.page(run))
            #expect(text.contains("The run was interrupted: ") && text.contains("Warning 5."))
            #expect(!text.contains("Warning 6."))
            #expect(more.map { text.contains($0) } ?? !text.contains("more warning"))
        }
    }

    /// A line of a header field with an encoded word has at most 76 characters (RFC 2047).
    @Test func linesOfTheSubjectAreShortEnough() throws {
        for name in ["", "日本語", "é", "🚀"] {
            let subject = String(repeating: name, count: 40) + String(repeating: "x", count: 200)
            let message = MailMessage.source(subject: subject, date: Samples.now, id: "1", text: "", html: "")
            let field = message.split(separator: "\nDate:")[0]
            #expect(field.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 }, "\(field)")
            #expect(Self.subject(of: String(field)) == subject)
        }
    }

    @Test func aMessageHasSubjectDateTextAndPage() throws {
        let message = try SampleRun(domains: Estate.kinds).rendered(MailReport(isWholeMessage: true))
        #expect(message.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
        #expect(message.split(separator: "\n").allSatisfy { $0.utf8.count <= 78 })
        #expect(message.contains("\nDate: Fri, 01 May 2026 12:01:01 +0000\n"))
        let subject = Self.subject(of: message)
        #expect(subject.hasPrefix("Universal links: ") && subject.hasSuffix(" · 2026-05-01"), "\(subject)")
        let parts = Self.parts(of: message)
        #expect(parts.count == 2)
        #expect(try parts.last == Self.page(SampleRun(domains: Estate.kinds)))
        let text = try #require(parts.first)
        #expect(text.contains("What to do: ") && !text.contains("<td") && text.contains("travel-3.example"))
    }

    private static func plainText(of run: some StoredRun) throws -> String {
        let sink = MemorySink()
        try MailReport(isWholeMessage: true).render(run, to: sink)
        return try #require(Self.parts(of: String(decoding: sink.bytes, as: UTF8.self)).first)
    }

    /// Returns the text and the page of a message.
    private static func parts(of message: String) -> [String] {
        message.components(separatedBy: "Content-Transfer-Encoding: base64\n\n").dropFirst().compactMap { part in
            Data(base64Encoded: String(part.prefix { $0 != "-" }), options: .ignoreUnknownCharacters)
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test(arguments: [
        ("mail:night.html", false), ("night.eml", true), ("mail:night.EML", true), ("mail:-", false),
    ])
    func theFileNameSelectsAWholeMessage(text: String, isWhole: Bool) throws {
        let request = try OutputRequest(text)
        #expect(request.format == .mail)
        #expect(request.isWholeMessage == isWhole)
    }

    /// `Scripts/test` reads these with other programs: see `Tests/Formats/validate_reports.py` and
    /// `Tests/Pages/check_static.py`.
    @Test func mailsAreLeftForOtherPrograms() throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_REPORTS_FOLDER"] else { return }
        for (name, run) in Self.runs {
            let place = URL(filePath: folder)
            try Data(Self.page(run).utf8).write(to: place.appending(path: "\(name).mail.html"))
            let sink = MemorySink()
            try MailReport(isWholeMessage: true).render(run, to: sink)
            try Data(sink.bytes).write(to: place.appending(path: "\(name).eml"))
        }
    }
}
