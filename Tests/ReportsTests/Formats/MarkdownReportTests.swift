import Basics
import Findings
import Foundation
import Testing

@testable import Audit
@testable import Records
@testable import Reports

struct MarkdownReportTests {
    @Test func listsDomainsWithProblemsWorstFirst() throws {
        let text = try SampleRun(domains: [Samples.passing, Samples.unreachable, Samples.redirecting]).rendered(
            MarkdownReport())
        #expect(text.hasPrefix("# aasa-audit: 1 of 3 domains has errors\n"))
        #expect(text.contains("| with errors | 1 |"))
        #expect(text.contains("| `example.com` | with errors | unknown | `redirect` "))
        let first = try #require(text.range(of: "| `example.com`"))
        let second = try #require(text.range(of: "| `down.example`"))
        #expect(first.lowerBound < second.lowerBound)
        #expect(text.contains("\nOK: `good.example`\n"))
        #expect(!text.contains("| `good.example`"))
        #expect(text.contains("The server answers 301 and points elsewhere."))
    }

    /// Both questions have a column, and domains without a row are listed with the totals.
    @Test func saysWhetherLinksOpenTheApp() throws {
        let text = try SampleRun(domains: Estate.kinds + (0..<9).map { Estate.generic(100 + $0) }).rendered(
            MarkdownReport())
        #expect(
            text.contains(
                """
                On 10 they probably do (observed, not documented by Apple); on 1 they open only some of the \
                expected apps; on 7 they open the browser instead; 1 has no universal links; on 3 it is unknown. \(AppleSystem.note)

                """))
        #expect(text.contains("| `bank-45.example` | with errors | partly | `expected-app-missing` "))
        #expect(text.contains("| `shop-40.example` | with accepted problems | no | "))
        #expect(
            text.contains(
                "OK, probably (observed, not documented by Apple): `music-44.example`, `shop-100.example`, "))
        #expect(text.contains("OK, no links (the file has only other services): `food-46.example`\n"))
    }

    @Test func saysThatAllIsWellOrInterrupted() throws {
        let text = try SampleRun(domains: [Samples.passing], complete: false).rendered(MarkdownReport())
        #expect(text.hasPrefix("# aasa-audit: the domain has no errors\n"))
        #expect(text.contains("**The run was interrupted"))
        #expect(!text.contains("## Details"))
        #expect(
            try SampleRun(domains: []).rendered(MarkdownReport())
                .hasPrefix("# aasa-audit: there was no domain to check\n"))
    }

    @Test func saysWhatChanged() throws {
        var changes = RunChanges(previousRun: "x", previousStartedAt: Samples.days(-1))
        changes.new = 30
        changes.fixed = 1
        changes.items = [RunChanges.Change(domain: "a|b", kind: .new, code: .redirect, severity: .error, message: "m")]
        let past = DomainPast(statusSince: Samples.days(-2), runs: [])
        var new = Samples.redirecting
        new.findings[0].state = .new
        var names = RunChanges.Domains()
        names.new.add(new.name)
        for number in 1...22 { names.repaired.add("f\(number).example") }
        names.uncheckedBefore.add("silent.example")
        changes.domains = names
        var old = Samples.redirecting
        old.domain = DomainID(host: "old.example")
        let text = try SampleRun(domains: [new, old], changes: changes, past: past).rendered(MarkdownReport())
        #expect(text.contains("## Since the run of 2026-04-30 12:00 UTC\n\n"))
        #expect(text.contains("- New, 1 domain: `example.com`\n"))
        #expect(text.contains("- Resolved, 22 domains: `f1.example`, `f2.example`"))
        #expect(text.contains("`f20.example` and 2 more\n"))
        #expect(text.contains("- Not compared (not checked in this or the previous run), 1 domain: `silent.example`\n"))
        #expect(text.contains("- New: <code>a&#124;b</code> "))
        #expect(text.contains("- and 30 more"))
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.map { $0.hasSuffix("| new |") } == [true, false])
        #expect(rows.last?.hasSuffix("| 2026-04-29 |") == true)
    }

    @Test func anAcceptedDomainKeepsItsCauseAndItsFirstDay() throws {
        var report = Samples.redirecting
        report.status = .accepted
        for index in report.findings.indices {
            report.findings[index].firstSeen = Samples.days(-40)
            report.findings[index].waived = Waiver(reason: "It moves", until: "2026-12-31", acceptedBy: "Dana|*")
        }
        let changes = RunChanges(previousRun: "x", previousStartedAt: Samples.days(-1))
        let past = DomainPast(statusSince: Samples.days(-3), runs: [])
        let text = try SampleRun(domains: [report], changes: changes, past: past).rendered(MarkdownReport())
        let terms = "accepted by <code>Dana&#124;&#42;</code> until 2026-12-31"
        #expect(text.contains("\n- `example.com`: redirect, \(terms) (`It moves`)\n"), "\(text)")
        #expect(
            text.contains("| `redirect` The server redirects instead of serving the file, \(terms): `It moves` | "),
            "\(text)")
        #expect(text.contains(" | 2026-03-22 |\n"), "\(text)")
    }

    @Test(arguments: [10, 300, 1000])
    func fitsIntoAnIssueOfGitHub(count: Int) throws {
        let domains = (1...count).map { number in
            var report = Samples.redirecting
            report.domain = DomainID(host: "example.com", displayHost: "d\(number).example")
            report.findings += Array(repeating: report.findings[0], count: number % 20)
            return report
        }
        let text = try SampleRun(domains: domains).rendered(MarkdownReport())
        #expect(text.utf8.count <= MarkdownReport.maxBytes)
        let rows = text.split(separator: "\n").count { $0.hasPrefix("| `d") }
        let stories = text.split(separator: "\n").count { $0.hasPrefix("<details>") }
        if rows < count { #expect(text.contains("\nand \(Phrase.number(count - rows)) more, in the other")) }
        if stories < count { #expect(text.contains("Details of \(Phrase.number(count - stories)) more domains")) }
        #expect(rows > 9 && stories > 9)
    }

    /// A text that is too long ends with a paragraph, unless that would omit most of it.
    @Test(arguments: [
        ("one\ntwo\n\nthree\nfour", "one\ntwo\n(Shortened: N.)\n"),
        ("a\n\none\ntwo\nthree", "a\n\none\ntwo\n(Shortened: N.)\n"), ("one\n\ntwo", "one\n\ntwo\n"),
    ])
    func shortensAtTheEndOfAParagraph(_ text: String, _ shown: String) {
        #expect(MarkdownText.fenced(text, maxBytes: 15, note: "N") == "```text\n\(shown)```\n")
    }

    /// Outside code blocks, untrusted text contains nothing that Markdown or GitHub would interpret.
    @Test(arguments: HostileTexts.all)
    func untrustedTextIsNoMarkup(text: String) throws {
        var changes = RunChanges(previousRun: "x", previousStartedAt: Samples.days(-1))
        changes.items = [.init(domain: text, kind: .new, code: .redirect, severity: .error, message: text)]
        let clean = try SampleRun(domains: [SampleRun.planted("plain")], changes: changes).rendered(MarkdownReport())
        let planted = try SampleRun(domains: [SampleRun.planted(text)], changes: changes).rendered(MarkdownReport())
        #expect(outside(planted).count == outside(clean).count)
        for line in outside(planted) {
            let rest = line.replacing(/`[^`]*`/, with: "").replacing(/<code>[^<]*<\/code>/, with: "")
            #expect(!rest.contains("@") && !rest.contains("]("), "\(line)")
            #expect(!rest.contains("<script") && !rest.contains("evil"), "\(line)")
            if line.hasPrefix("| ") && line.contains("`json-invalid`") {
                #expect(line.replacing(/`[^`]*`/, with: "").filter { $0 == "|" }.count == 8, "\(line)")
            }
        }
    }

    /// Returns the lines outside fenced blocks; only a fence of at least the same length closes a block.
    private func outside(_ text: String) -> [String] {
        var lines: [String] = []
        var fence: Int?
        for line in text.components(separatedBy: "\n") {
            let ticks = line.prefix { $0 == "`" }.count
            if let open = fence {
                if ticks >= open && line.allSatisfy({ $0 == "`" }) { fence = nil }
            } else if ticks >= 3 {
                fence = ticks
            } else {
                lines.append(line)
            }
        }
        return lines
    }
}
