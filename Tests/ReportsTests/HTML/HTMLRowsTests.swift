import Findings
import Foundation
import Records
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The rows of the page, and the values for filters.
@Suite struct HTMLRowsTests {
    /// The script finds a card by the status of its domain, and by the number of previous domains with this status.
    @Test func chunksContainTheCardsOfAStatusInInputOrder() throws {
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

    /// Values for filters are written once for all rows that share them.
    @Test func sharedFilterValuesAreInThePageOnce() throws {
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

    @Test func everyDomainIsInThePageOnce() throws {
        for prebuilt in [0, 3, 300] {
            let page = try PageSink.page(Estate(Estate.broken(40)), HTMLRenderer(prebuilt: prebuilt))
            #expect(page.matches(of: /<a class="row fail"/).count == 40)
            #expect(page.matches(of: #/ class="(?:brief )?still">/#).count == 40)
            #expect(page.contains("class=\"chunk\"") == (prebuilt < 40))
        }
    }

    /// Each row is below the heading of its cause or status, and the worst status comes first.
    ///
    /// Only headings that no list of fixes precedes have owners and tickets.
    @Test(arguments: [(20, true), (21, false), (60, false)])
    func rowsWithOneCauseHaveOneHeading(_ count: Int, _ hasTickets: Bool) throws {
        let page = try PageSink.page(Estate(Estate.typical(count)))
        let headings = page.matches(
            of:
                #/<div class="group ([a-z]+)(?: single)?">(?:<h2>All other entries<\/h2>)?<div class="by">.*?<\/div><h3>([^<]+) <span class="note">[^<]*<b>(\d+) domains?<\/b>/#
        )
        #expect(headings.reduce(0) { $0 + (Int($1.3) ?? 0) } == count)
        let ranks = headings.compactMap { DomainStatus(rawValue: String($0.1))?.rank }
        #expect(ranks.count == headings.count && ranks == ranks.sorted())
        #expect(Set(headings.map(\.2)).count == headings.count)
        #expect(page.contains("</span></h3> <button") == hasTickets)
        #expect(page.contains(#/<div class="group fail[^"]*"><div class="by"><b/#) == hasTickets)
    }

    /// Lists of limited length contain the domains of the first fixes, even if many domains have the same cause.
    @Test func theOrderByFixIsThatOfTheSteps() {
        let reports = Estate.typical(300)
        var index = PageIndex(Estate([]))
        for report in reports { index.add(report, past: nil) }
        index.finish()
        #expect(index.order.sorted() == Array(reports.indices) && index.plan.steps.count == 5)
        var rest = index.order.map { reports[$0].name }[...]
        for step in index.plan.steps {
            #expect(Set(rest.prefix(step.domains.count)).isSuperset(of: step.domains.names))
            rest = rest.dropFirst(step.domains.count)
        }
    }

    @Test(arguments: [
        (Estate.warned(33), DomainStatus.warn, "1 warning"), (Estate.accepted(40), .accepted, "1 accepted"),
        (Estate.redirect(3), .fail, "1 error"), (Estate.nobody(57), .unreachable, "1 not checked"),
    ])
    func aDomainHasOneStateInItsRowAndInTheTotals(_ report: DomainReport, _ state: DomainStatus, _ total: String) throws
    {
        let page = try PageSink.page(Estate([report, Estate.well(4)]))
        #expect(page.contains("<a class=\"row \(state.rawValue)\" id=\"d-\(report.domain?.host ?? "")\""))
        let text = page.replacing(/<[^>]*>/, with: "")
        #expect(text.contains(total))
        #expect(text.contains("1 OK"))
    }

    @Test func theSameDomainTwiceHasTwoAnchors() throws {
        let page = try PageSink.page(Estate([Estate.redirect(3), Estate.redirect(3)]))
        #expect(page.contains("id=\"d-travel-3.example\""))
        #expect(page.contains("id=\"d-travel-3.example-2\""))
    }

    @Test func domainsWithoutAnOwnerNameTheContact() {
        #expect(DomainWords.unowned(ask: "#web") == "No owner: ask #web")
        #expect(DomainWords.unowned(ask: nil) == "No owner")
    }

    @Test(arguments: [
        (-30, "expired 30 days ago"), (-2, "expired 2 days ago"), (-1, "expired"), (0, "in 0 days"), (9, "in 9 days"),
    ])
    func pastDatesAreCalledExpired(_ days: Int, _ words: String) {
        #expect(DomainRow.expiration(days) == words)
    }

    /// The row and the text of the certificate round its age in the same way, also for whole days.
    @Test(arguments: [2, 3.5, 4, 4.01])
    func theAgeOfACertificateIsTheSameEverywhere(_ days: Double) throws {
        var report = Estate.well(3)
        report.wellKnown?.exchange?.tls?.chain[0].notAfter = Samples.days(-days)
        let left = try #require(report.certificateDaysLeft)
        #expect(DomainRow.expiration(left) == "expired \(Int(days)) days ago")
        #expect(report.certificate?.remainder(at: report.startedAt) == "expired \(Int(days)) days ago")
    }

    /// The numbers on the first screen have the same names as the filters to which they link.
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

    /// A finding that is accepted for only some domains is a single choice.
    @Test(arguments: [
        ([Estate.redirect(3), Estate.accepted(40), Estate.accepted(41)], "Errors", "redirect,accepted:redirect", 3),
        ([Estate.redirect(3), Estate.well(4)], "Errors", "redirect", 1),
        ([Estate.accepted(40), Estate.well(4)], "Accepted", "accepted:redirect", 1),
    ])
    func aFindingIsOneChoice(_ reports: [DomainReport], _ group: String, _ value: String, _ count: Int) throws {
        let page = try PageSink.page(Estate(reports))
        let filter = try #require(page.firstMatch(of: /<select id="f-code">.*?<\/select>/)).output
        let title = "The server redirects instead of serving the file"
        #expect(filter.matches(of: /redirects instead/).count == 1, "\(filter)")
        #expect(
            filter.contains(
                "<optgroup label=\"\(group)\"><option value=\"\(value)\">\(title) (\(count))</option>"), "\(filter)")
    }

    @Test func filterForRecentChangesNamesDays() throws {
        let page = try PageSink.page(Estate(Estate.kinds, hasHistory: true))
        #expect(page.contains("<option value=\"1\">within 1 day</option>"))
    }

    /// The date of the server's certificate is the cause only if this certificate has expired, not another of its chain.
    @Test func anotherExpiredCertificateOfTheChainHasNoDate() {
        var report = Samples.expired
        #expect(report.causeText?.hasPrefix("Certificate expired ") == true)
        report.wellKnown?.exchange?.tls?.chain[0].notAfter = Samples.days(30)
        #expect(report.causeText == Catalogue[.tlsCertificateExpired].title)
    }

    @Test(arguments: [
        ("shop.example", "shop.example", ""), ("shop.example:8443", "shop.example", ":8443"),
        ("שלום.example:8443", "שלום.example", ":8443"), ("2001:db8::1", "2001:db8::1", ""),
        ("[2001:db8::1]:8443", "[2001:db8::1]", ":8443"), ("https://?/", "https://?/", ""), ("a:b", "a:b", ""),
        ("a:", "a:", ""), (":1", ":1", ""), ("a:123456", "a:123456", ""),
    ])
    func aNameIsAHostAndAPort(_ name: String, _ host: String, _ port: String) {
        let parts = TemplateObject.nameParts(name)
        #expect(parts.host == host)
        #expect(parts.port == port)
    }
}
