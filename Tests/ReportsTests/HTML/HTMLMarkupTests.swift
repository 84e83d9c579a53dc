import Findings
import Foundation
import Records
import TestSupport
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The markup of the page: its templates, escaping and permissions.
///
/// `Tests/Pages/check_page.py` tests it in a browser.
@Suite struct HTMLMarkupTests {
    @Test func allFilesOfPagesAreBuiltIn() throws {
        let files = try ["HTML", "Mail", "Site"].flatMap { folder in
            let path = Repository.root.appending(path: "Sources/Reports/\(folder)/Page").path
            return try FileManager.default.contentsOfDirectory(atPath: path)
        }
        #expect(Set(files) == Set(Resource.texts.keys))
    }

    @Test func templatesCanBeRead() {
        for name in PageTemplates.names {
            #expect(!PageTemplates.render(name, TemplateObject { _ in }).contains("{{"), "\(name)")
        }
    }

    /// The templates of a page, the files and folders that set its values, and the values that it does not use.
    struct PageParts {
        var templates: [String]
        var sources: [String]
        var leavesOut: Set<Substring> = []
        /// The values in its templates that are not set for this page.
        var lacks: Set<Substring> = []
    }

    private static let cardSources = ["DomainCard", "TemplateObject", "EvidenceView"].map { "HTML/\($0).swift" }
    private static let firstScreenSources = ["EstateView", "FixFirstView", "ChangesView", "TimelineView"]
        .map { "HTML/\($0).swift" }
    private static let nameSource = "HTML/TemplateObject+Name.swift"
    private static let siteSources = [
        "HTML/PageStyle.swift", "HTML/TemplateObject+Cell.swift", nameSource, "Site/SiteRow.swift",
        "Site/SiteRuns.swift", "Site/Site+Lists.swift",
    ]

    static let pages: [PageParts] = [
        PageParts(
            templates: ["top", "heading", "row", "card", "brief", "bottom"],
            sources: cardSources + firstScreenSources
                + [
                    "DomainRow", "PageIndex+Filters", "PageIndex", "TeamMatrix", "CertificateCalendar",
                    "GlossaryView", "HTMLRenderer", "PageStyle", "TemplateObject+Cell", "TemplateObject+Name",
                ].map { "HTML/\($0).swift" },
            // Values of the site only.
            leavesOut: ["segmentListed", "moreFixes"]),
        PageParts(
            templates: ["case", "card"],
            sources: cardSources + ["CaseView", "GlossaryView", "PageStyle"].map { "HTML/\($0).swift" },
            // Values for a domain without script, and values of the report only.
            leavesOut: ["note", "root", "script"]),
        PageParts(templates: ["mail", "mailText"], sources: ["Mail", nameSource]),
        PageParts(
            templates: ["siteStart", "siteSearch"],
            sources: firstScreenSources + ["HTML/PageIndex.swift", "Site/Site+Start.swift"] + siteSources,
            // Links to filters, which only the report has; numbers that the site takes from the causes of its rows;
            // and values of other lists of the site.
            leavesOut: [
                "calendar", "causeCode", "causeCount", "causeFixer", "causes", "causeSeverity", "causesShort",
                "causeTitle", "change", "changeFilter", "changeMessage", "changeStyle", "changeWord", "count",
                "counts", "domainCount", "domainsHeading", "effect", "fix", "grid", "group", "groupID",
                "groupTitle", "isInvalid", "isLater", "large", "listClass", "matrix", "missed", "missedFilter",
                "missedMore", "missedWhy", "moreChanges", "moreLabel", "moreRepairs", "name", "named", "noNights",
                "note", "only", "opens", "other", "othersLabel", "problemAction", "rank", "ranked",
                "repair", "repairsLabel", "rest", "rowOrder", "several", "shared", "startedAtRFC", "stepTitle", "words",
            ]),
        PageParts(
            templates: ["siteList"], sources: siteSources + ["HTML/GlossaryView.swift"],
            leavesOut: ["divided", "prefix", "prefixCount", "prefixLabel", "prefixPath", "prefixText", "whole"],
            // The page does not depend on the version, and is not the start page.
            lacks: ["version", "isStart"]),
        PageParts(
            templates: ["siteDomain", "card"],
            sources: cardSources + [nameSource, "Site/SiteDomainPage.swift", "HTML/PageStyle.swift"],
            leavesOut: ["note"], lacks: ["version", "ageFrom", "isStart", "isAttention", "isTeams", "isRuns"]),
    ]

    /// Returns templates, and those that they include.
    private static func reached(from templates: [String]) -> Set<String> {
        var (templates, read) = (templates, Set<String>())
        while let name = templates.popLast() {
            guard read.insert(name).inserted else { continue }
            for part in PageTemplates.text(of: name).matches(of: /{{>([A-Za-z]+)}}/) {
                templates.append(String(part.1))
            }
        }
        return read
    }

    /// A missing template would end the program.
    @Test func allTemplatesThatAreRenderedAreThere() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Reports")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(source.matches(of: /(?:PageTemplates\.render|put)\("(\w+)"/).map { String($0.1) })
        }
        #expect(names.count > 8)
        #expect(names.subtracting(PageTemplates.names) == [])
    }

    /// The templates of a page use exactly the values that are set for it.
    @Test(arguments: pages.indices) func pagesShowWhatIsSetAndNothingElse(_ number: Int) throws {
        let page = Self.pages[number]
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Reports")
        var (shown, set): (Set<Substring>, Set<Substring>) = ([], [])
        for name in Self.reached(from: page.templates) {
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
                for texts in source.matches(of: /\.set\(\[(.*?)\]\)/.dotMatchesNewlines()) {
                    set.formUnion(texts.1.matches(of: /"([A-Za-z]+)":\s/).map(\.1))
                }
            }
        }
        #expect(shown.subtracting(set) == page.lacks)
        #expect(set.subtracting(shown) == page.leavesOut)
    }

    @Test func everyTemplateIsOfSomePage() throws {
        let reached = Self.pages.reduce(into: Set()) { $0.formUnion(Self.reached(from: $1.templates)) }
        #expect(reached == Set(PageTemplates.names))
    }

    @Test func isTheSameTwice() throws {
        let run = Estate(Estate.typical(60), hasHistory: true)
        #expect(try PageSink.page(run) == PageSink.page(run))
    }

    @Test(arguments: [
        ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"), ("it's \"so\"", "it&#39;s &quot;so&quot;"),
        // A combining character forms one grapheme cluster with the previous character.
        ("\"\u{301}", "&quot;&#769;"), ("<\u{301}", "&lt;&#769;"), ("'\u{FE0F}", "&#39;&#65039;"),
        ("é→日😀", "&#233;&#8594;&#26085;&#128512;"),
        ("{{name}}", "{{name}}"), ("", ""),
    ])
    func escapesEveryScalarThatMeansSomething(_ text: String, _ escaped: String) {
        // Compared as bytes, because strings with different scalars can be equal.
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

    /// `Scripts/test` opens these pages in Chromium: see `Tests/Pages/check_page.py`.
    @Test func pagesAreCompleteAndLeftForABrowser() throws {
        let few = Estate.typical(60)
        let pages: [(name: String, run: any StoredRun, renderer: HTMLRenderer)] = [
            ("kinds", Estate(Estate.kinds, hasHistory: true), HTMLRenderer()),
            ("small", Estate(few, hasHistory: true), HTMLRenderer(prebuilt: 2)),
            ("whole", Estate(few, hasHistory: true), HTMLRenderer()),
            ("ten", Estate(Array(Estate.kinds.prefix(10)), hasHistory: true), HTMLRenderer()),
            ("many", Estate(Estate.many(420), hasHistory: true), HTMLRenderer(prebuilt: 2)),
            ("large", Estate(Estate.typical(420), hasHistory: true), HTMLRenderer(prebuilt: 2, maxListed: 300)),
            ("hostile", Estate(HostileEstate.reports, hasHistory: true, complete: false), HTMLRenderer(prebuilt: 2)),
        ]
        for (name, run, renderer) in pages + BadDay.all.map({ ("bad-\($0.name)", $0.run, HTMLRenderer()) }) {
            let page = try PageSink.page(run, renderer)
            #expect(page.hasSuffix("</html>\n"), "\(name)")
            // ASCII is read correctly in any character set that a server specifies.
            #expect(page.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
            guard let folder = ProcessInfo.processInfo.environment["TEST_PAGES_FOLDER"] else { continue }
            try Data(page.utf8).write(to: URL(filePath: folder).appending(path: "\(name).html"))
        }
    }
}
