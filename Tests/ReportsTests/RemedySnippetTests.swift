import Findings
import Testing
import Transport

@testable import Audit
@testable import Reports

/// Snippets contain the name of the domain only if it is certain.
struct RemedySnippetTests {
    struct Row: Sendable {
        var host: String
        var target: String?
        var text: String
    }

    private static let example = "return https://www.example.com/x; root /var/www/example.com; # example.com"

    @Test(arguments: [
        Row(
            host: "shop.test", target: "https://www.shop.test/x",
            text: "return https://www.shop.test/x; root /var/www/shop.test; # shop.test"),
        Row(
            host: "www.shop.test", target: "https://Shop.test/",
            text: "return https://shop.test/x; root /var/www/www.shop.test; # www.shop.test"),
        // A host whose name contains the example's is inserted only once.
        Row(
            host: "my.example.com", target: "https://to.example.com?x",
            text: "return https://to.example.com/x; root /var/www/my.example.com; # my.example.com"),
        // The destination is unknown, or is not a valid name in a configuration.
        Row(host: "shop.test", target: nil, text: example),
        Row(host: "shop.test", target: "http://www.shop.test/", text: example),
        Row(host: "shop.test", target: "https://a;b}/", text: example),
        Row(host: "[2001:db8::1]", target: "https://www.shop.test/", text: example),
    ])
    func hasTheDomainsOwnNames(_ row: Row) {
        var report = Samples.passing
        report.domain = DomainID(host: row.host)
        report.wellKnown?.redirects =
            row.target.map {
                [RedirectTrail.Hop(status: 301, from: "https://\(row.host)/", to: $0, address: nil)]
            } ?? []
        #expect(ConfigurationSnippet(.nginx, Self.example).text(for: report) == row.text)
    }

    @Test(arguments: [("dns-not-found", false), ("tls-certificate-expired", true)])
    func redirectsOnlyToAHostThatCanBeReached(problem: String, isReached: Bool) {
        var report = Samples.passing
        report.domain = DomainID(host: "shop.test")
        report.wellKnown?.redirects = [
            RedirectTrail.Hop(status: 301, from: "https://shop.test/", to: "https://www.shop.test/", address: nil)
        ]
        report.findings = [
            Finding(.redirect, location: .wellKnown, message: "M.", evidence: ["finalProblem": .string(problem)])
        ]
        let text = ConfigurationSnippet(.nginx, Self.example).text(for: report)
        #expect(text.contains("https://www.shop.test/") == isReached, "\(text)")
    }

    @Test func anUnknownServerHasTheCommonOnes() {
        var report = Samples.redirecting
        #expect(report.ticketRemedies(for: report.findings[0]).map(\.platform) == [.nginx])
        report.wellKnown?.platforms = []
        let platforms = report.ticketRemedies(for: report.findings[0]).compactMap(\.platform)
        #expect(platforms.count == 3 && platforms.prefix(2) == [.nginx, .apache], "\(platforms)")
        let ticket = TextReport(isOneOfMany: true, isTicket: true).render(report)
        #expect(ticket.contains("If the server is nginx: ") && ticket.contains("/var/www/example.com"), "\(ticket)")
        #expect(ticket.contains("After the fix: Run “aasa-audit example.com” again"), "\(ticket)")
    }
}
