import Findings
import Foundation
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The card of a domain.
@Suite struct HTMLCardTests {
    @Test func countsOmittedPartsOfTheCertificates() throws {
        var report = Estate.redirect(3)
        let leaf = try #require(report.wellKnown?.exchange?.tls?.chain.first)
        var long = leaf
        long.subjectAltNames = (0..<CertificateFacts.maxNames).map { "n\($0).example" }
        long.omittedNameCount = 32_001
        report.wellKnown?.exchange?.tls?.chain = [long] + Array(repeating: leaf, count: 15)
        report.wellKnown?.exchange?.tls?.omittedCertificateCount = 61
        let page = try PageSink.page(Estate([report]))
        #expect(page.contains("n39.example and 32961 more"))
        #expect(page.contains("and 65 more"))
    }

    /// A card, its row and the totals have the same verdict for iOS 14 and later.
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
        case .likely: #expect(sentence.contains("probably open"))
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

    /// What was observed is shown beside the advice, and also for findings without advice.
    @Test(arguments: [false, true]) func aCardShowsTheRedirects(isAccepted: Bool) throws {
        var report = Estate.redirect(3)
        if isAccepted { report.findings[0].waived = Waiver(reason: "known") }
        let page = try PageSink.page(Estate([report]))
        #expect(page.contains("<pre class=\"proof\" tabindex=\"0\">"))
    }

    @Test(arguments: [nil, "Dana <x>"])
    func anAcceptedDomainHasTheFindingTheReasonAndTheEnd(author: String?) throws {
        var report = Estate.accepted(40)
        report.findings[0].waived?.acceptedBy = author
        let page = try PageSink.page(Estate([report, Estate.well(4)]))
        let terms = author == nil ? "until 2026-12-31" : "by Dana &lt;x&gt; until 2026-12-31"
        #expect(
            page.contains(
                "<bdi>The server redirects instead of serving the file, accepted \(terms): Brand is being retired</bdi>"
            ))
        #expect(page.contains("Accepted \(terms) (Brand is being retired); links open the browser"))
    }

    /// A domain with another problem is not accepted as a whole; the waiver is shown with its finding.
    @Test func aWaiverOfOneFindingNamesItsAuthor() throws {
        var report = Estate.redirect(3)
        var accepted = Finding(.tlsCertificateExpiring, location: .domain, message: "It expires in 9 days.")
        accepted.waived = Waiver(reason: "known.", until: "2026-12-31", acceptedBy: "Dana")
        report.findings.append(accepted)
        let page = try PageSink.page(Estate([report]))
        #expect(page.contains("Accepted by Dana until 2026-12-31: known. After that day, the finding counts again."))
    }

    @Test(arguments: [true, false])
    func aFaultInJSONShowsItsLineWithACaret(keepsBody: Bool) throws {
        let report = Estate.invalidJSON(41, keepsBody: keepsBody)
        let lines = ProofView(finding: try #require(report.findings.first), report: report).lines
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

    /// The contact in a stored report can be any text.
    @Test(
        arguments: [
            ("dana@shop.example", "mailto:dana@shop.example"), ("mailto:a+b@c.example", "mailto:a+b@c.example"),
            ("https://chat.example/web?a=1", "https://chat.example/web?a=1"), ("#web", nil), ("Dana", nil),
            ("@web", nil), ("javascript:alert(1)@a.example", nil), ("mailto:a@b.example?bcc=c@d.example", nil),
            ("a@b.example,c", nil), ("http://chat.example/", nil), ("https://chat.example/ a", nil),
            ("https://chat.example/" + String(repeating: "a", count: ReportURL.maxBytes), nil),
        ] as [(String, String?)])
    func onlyAnAddressOrAPageIsALink(_ contact: String, _ url: String?) {
        #expect(DomainCard.url(ofContact: contact) == url)
    }

    @Test func sinceWhenIsTheDayInAllCases() {
        #expect(RelativeTime.since(Samples.now, at: Samples.now) == "since 2026-05-01")
        #expect(RelativeTime.since(Samples.now.addingTimeInterval(-40), at: Samples.now) == "since 2026-05-01")
        let yesterday = Samples.days(-1).addingTimeInterval(40)
        #expect(RelativeTime.since(yesterday, at: Samples.now) == "since 2026-04-30 (1 day)")
        #expect(RelativeTime.since(Samples.days(-12), at: Samples.now) == "since 2026-04-19 (12 days)")
    }
}
