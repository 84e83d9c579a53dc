import Findings
import Testing
import Transport

@testable import Audit

struct HTTPTests {
    @Test(arguments: statusCases + bodyCases + locationCases)
    func judges(_ row: JudgeCase) { row.check() }

    private static func field(_ name: String, _ value: String) -> HeaderField { HeaderField(name: name, value: value) }

    static let statusCases: [JudgeCase] = [
        JudgeCase("404 at both", Seen.domain(Seen.status(404)), .fail, ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "410 and 404", Seen.domain(Seen.status(410), root: Seen.status(404)), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and 500", Seen.domain(Seen.status(404), root: Seen.status(500)), .fail,
            ["file-missing error wellKnown"], "??nn"),
        JudgeCase(
            "404 and a web page", Seen.domain(Seen.status(404), root: Seen.answer(200, "<html>")), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and broken JSON", Seen.domain(Seen.status(404), root: Seen.answer(200, "{")), .fail,
            ["well-known-missing error wellKnown", "json-invalid error root"], "nnnn"),
        JudgeCase(
            "410 and a service without quotation marks",
            Seen.domain(Seen.status(410), root: Seen.answer(200, "applinks: {}", type: "text/plain")), .fail,
            ["well-known-missing error wellKnown", "json-invalid error root"], "nnnn"),
        JudgeCase(
            "404 and an array", Seen.domain(Seen.status(404), root: Seen.answer(200, " [1]")), .fail,
            ["well-known-missing error wellKnown", "json-not-object error root"], "nnnn"),
        JudgeCase(
            "404 and UTF-16",
            Seen.domain(Seen.status(404), root: Seen.answer(bytes: [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])), .fail,
            ["well-known-missing error wellKnown", "encoding-not-utf8 error root", "service-none error root"], "??nn"),
        JudgeCase(
            "404 and a file that is too large",
            Seen.domain(Seen.status(404), root: Seen.answer(200, padded(131_073))), .fail,
            ["well-known-missing error wellKnown", "file-oversized error root"], "nnnn"),
        JudgeCase(
            "404 and a file that is cut off", Seen.domain(Seen.status(404), root: Seen.broken(.bodyTruncated)), .fail,
            ["well-known-missing error wellKnown", "body-truncated error root"], "nnnn"),
        JudgeCase(
            "404 and compressed bytes", Seen.domain(Seen.status(404), root: Seen.answer(bytes: gzip)), .fail,
            ["well-known-missing error wellKnown", "content-encoding-broken error root"], "nnnn"),
        JudgeCase(
            "404 and a signature of nothing",
            Seen.domain(Seen.status(404), root: Seen.answer(200, "-----BEGIN PKCS7-----\nAA==\n-----END PKCS7-----")),
            .fail,
            [
                "well-known-missing error wellKnown", "signature-invalid error root", "signature-obsolete info root",
            ], "nnnn"),
        JudgeCase(
            "404 and a text about something else",
            Seen.domain(Seen.status(404), root: Seen.answer(200, "Not Found", type: "text/plain")), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and nothing", Seen.domain(Seen.status(404), root: Seen.answer(200, "")), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and a redirect",
            Seen.domain(
                Seen.status(404), root: Seen.redirect(to: "https://www.example.com/"),
                rootTrail: Seen.trail(["https://www.example.com/"])), .fail, ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and a timeout", Seen.domain(Seen.status(404), root: Seen.failure(.timeout, .header)), .fail,
            ["file-missing error wellKnown"], "??nn"),
        JudgeCase(
            "only root", Seen.domain(Seen.status(404), root: Seen.answer()), .fail,
            ["well-known-missing error wellKnown"], "yy?n"),
        JudgeCase(
            "only root, with a generic type",
            Seen.domain(Seen.status(410), root: Seen.answer(type: "application/octet-stream")), .fail,
            ["well-known-missing error wellKnown", "content-type-generic info root"], "???n"),
        JudgeCase("401", Seen.domain(Seen.status(401)), .fail, ["http-unauthorized error wellKnown"], "nnnn"),
        JudgeCase("407", Seen.domain(Seen.status(407)), .fail, ["http-unauthorized error wellKnown"], "nnnn"),
        JudgeCase("403", Seen.domain(Seen.status(403)), .fail, ["http-forbidden error wellKnown"], "nnnn"),
        JudgeCase("451", Seen.domain(Seen.status(451)), .fail, ["http-forbidden error wellKnown"], "nnnn"),
        JudgeCase(
            "403 at both", Seen.domain(Seen.status(403), root: Seen.status(403)), .fail,
            ["http-forbidden error wellKnown"], "nnnn"),
        JudgeCase(
            "403 and root serves", Seen.domain(Seen.status(403), root: Seen.answer()), .fail,
            ["http-forbidden error wellKnown"], "yynn"),
        JudgeCase(
            "403 of a firewall", Seen.domain(Seen.status(403, [field("Server", "cloudflare")])), .fail,
            ["http-forbidden error wellKnown"], "??n?"),
        JudgeCase(
            "429", Seen.domain(Seen.status(429, [field("Retry-After", "60")])), .unreachable,
            ["http-rate-limited error wellKnown"], "????"),
        JudgeCase(
            "429 with a challenge", Seen.domain(Seen.status(429, [field("x-vercel-mitigated", "challenge")])), .fail,
            ["http-forbidden error wellKnown"], "??n?"),
        JudgeCase("500", Seen.domain(Seen.status(500)), .fail, ["http-server-error error wellKnown"], "??n?"),
        JudgeCase(
            "500 and root serves", Seen.domain(Seen.status(500), root: Seen.answer()), .fail,
            ["http-server-error error wellKnown"], "??n?"),
        JudgeCase(
            "503 with a challenge", Seen.domain(Seen.status(503, [field("cf-mitigated", "challenge")])), .fail,
            ["http-forbidden error wellKnown"], "??n?"),
        JudgeCase(
            "503 from behind Cloudflare", Seen.domain(Seen.status(503, [field("server", "cloudflare")])), .fail,
            ["http-server-error error wellKnown"], "??n?"),
        JudgeCase(
            "503 from behind DataDome", Seen.domain(Seen.status(503, [field("X-DataDome", "protected")])), .fail,
            ["http-server-error error wellKnown"], "??n?"),
        JudgeCase("599", Seen.domain(Seen.status(599)), .fail, ["http-server-error error wellKnown"], "??n?"),
        JudgeCase(
            "a challenge with 200",
            Seen.domain(
                Seen.answer(200, "<html><script src=\"https://ct.captcha-delivery.com/c.js\">", type: "text/html")),
            .fail, ["http-forbidden error wellKnown"], "??n?"),
        JudgeCase("999", Seen.domain(Seen.status(999)), .fail, ["http-status-unexpected error wellKnown"], "nnnn"),
        JudgeCase("600", Seen.domain(Seen.status(600)), .fail, ["http-status-unexpected error wellKnown"], "nnnn"),
        JudgeCase(
            "200, root answers 500", Seen.domain(Seen.answer(), root: Seen.status(500)), .pass,
            ["http-server-error info root"], "yyyy"),
        JudgeCase(
            "200, root answers 429", Seen.domain(Seen.answer(), root: Seen.status(429)), .pass,
            ["http-rate-limited info root"], "yyyy"),
        JudgeCase(
            "200, root is a web page", Seen.domain(Seen.answer(), root: Seen.answer(200, "<!doctype html>")), .pass,
            ["html-instead-of-file info root"], "yyyy"),
        JudgeCase(
            "200, root redirects",
            Seen.domain(
                Seen.answer(), root: Seen.redirect(to: "https://example.com/"),
                rootTrail: Seen.trail(["https://example.com/"])),
            .pass, ["redirect info root"], "yyyy"),
        JudgeCase(
            "401 and 500", Seen.domain(Seen.status(401), root: Seen.status(500)), .fail,
            ["http-unauthorized error wellKnown", "http-server-error info root"], "??nn"),
    ]

    private static let gzip: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]

    static let bodyCases: [JudgeCase] = [
        JudgeCase(
            "empty", Seen.domain(Seen.answer(200, "")), .fail, ["file-empty error wellKnown"], "nnnn"),
        JudgeCase(
            "a web page", Seen.domain(Seen.answer(200, "\n\t <!DOCTYPE html>", type: "text/html")), .fail,
            ["html-instead-of-file error wellKnown"], "nnnn"),
        JudgeCase(
            "a web page after a byte order mark", Seen.domain(Seen.answer(200, "\u{feff}<html>", type: nil)), .fail,
            ["html-instead-of-file error wellKnown"], "nnnn"),
        JudgeCase(
            "a web page, and root serves", Seen.domain(Seen.answer(200, "<html>"), root: Seen.answer()), .fail,
            ["html-instead-of-file error wellKnown"], "??nn"),
        JudgeCase(
            "a web page that is cut off", Seen.domain(Seen.broken(.bodyTruncated, body: "<html>")), .fail,
            ["html-instead-of-file error wellKnown"], "nnnn"),
        JudgeCase(
            "128 000 bytes", Seen.domain(Seen.answer(200, padded(128_000))), .pass, [], "yyyy"),
        JudgeCase(
            "128 001 bytes", Seen.domain(Seen.answer(200, padded(128_001))), .warn,
            ["file-size-near-limit warning wellKnown"], "yyyy"),
        JudgeCase(
            "131 072 bytes", Seen.domain(Seen.answer(200, padded(131_072))), .warn,
            ["file-size-near-limit warning wellKnown"], "yyyy"),
        JudgeCase(
            "131 073 bytes", Seen.domain(Seen.answer(200, padded(131_073))), .fail,
            ["file-oversized error wellKnown"], "nnnn"),
        JudgeCase(
            "too large, and of a wrong type", Seen.domain(Seen.answer(200, padded(131_073), type: "text/plain")), .fail,
            ["file-oversized error wellKnown", "content-type-wrong warning wellKnown"], "nnnn"),
        JudgeCase(
            "endless", Seen.domain(Seen.answer(200, padded(262_144), capped: true)), .fail,
            ["file-oversized error wellKnown"], "nnnn"),
        JudgeCase(
            "cut off", Seen.domain(Seen.broken(.bodyTruncated)), .fail, ["body-truncated error wellKnown"], "nnnn"),
        JudgeCase(
            "closed in the body", Seen.domain(Seen.broken(.connectionClosed)), .fail,
            ["body-truncated error wellKnown"], "nnnn"),
        JudgeCase(
            "a 500 that is cut off", Seen.domain(Seen.broken(.bodyTruncated, status: 500)), .fail,
            ["http-server-error error wellKnown"], "??n?"),
        JudgeCase(
            "corrupt compression", Seen.domain(Seen.broken(.contentCodingBroken)), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "gzip without a Content-Encoding", Seen.domain(Seen.answer(bytes: gzip)), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "gzip twice", Seen.domain(Seen.answer(fields: [field("Content-Encoding", "gzip")], bytes: gzip)), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "an unasked coding", Seen.domain(Seen.answer(fields: [field("content-encoding", "zstd")])), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "one that is known and one that is not",
            Seen.domain(Seen.answer(fields: [field("content-encoding", "compress, x")])), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "a coding that nobody knows",
            Seen.domain(Seen.answer(fields: [field("content-encoding", "UTF-8")])), .fail,
            ["content-encoding-broken error wellKnown"], "????"),
        JudgeCase(
            "gzip that was undone", Seen.domain(Seen.answer(fields: [field("Content-Encoding", "GZIP")])), .pass, [],
            "yyyy"),
        JudgeCase(
            "identity", Seen.domain(Seen.answer(fields: [field("Content-Encoding", "identity")])), .pass, [], "yyyy"),
        JudgeCase(
            "no type", Seen.domain(Seen.answer(type: nil)), .pass, ["content-type-missing info wellKnown"], "??yy"),
        JudgeCase(
            "an empty type", Seen.domain(Seen.answer(type: "")), .pass, ["content-type-missing info wellKnown"], "??yy"),
        JudgeCase(
            "a generic type", Seen.domain(Seen.answer(type: "application/octet-stream")), .pass,
            ["content-type-generic info wellKnown"], "??yy"),
        JudgeCase(
            "Amazon's generic type", Seen.domain(Seen.answer(type: "binary/octet-stream")), .pass,
            ["content-type-generic info wellKnown"], "??yy"),
        JudgeCase(
            "text/html with a file in it", Seen.domain(Seen.answer(type: "text/html; charset=utf-8")), .warn,
            ["content-type-wrong warning wellKnown"], "???y"),
        JudgeCase(
            "text/plain", Seen.domain(Seen.answer(type: "text/plain")), .warn, ["content-type-wrong warning wellKnown"]),
        JudgeCase(
            "an unsigned file as a signed one", Seen.domain(Seen.answer(type: "application/pkcs7-mime")), .warn,
            ["content-type-wrong warning wellKnown"]),
        JudgeCase(
            "parameters and letter case",
            Seen.domain(Seen.answer(type: "Application/JSON ; Charset=\"UTF-8\"; profile=x")), .pass, [], "yyyy"),
        JudgeCase(
            "another charset", Seen.domain(Seen.answer(type: "application/json; charset=iso-8859-1")), .warn,
            ["content-type-wrong warning wellKnown"]),
        JudgeCase("2.0 s", Seen.domain(Seen.answer(firstByteMs: 2000)), .pass, [], "yyyy"),
        JudgeCase(
            "2.1 s", Seen.domain(Seen.answer(firstByteMs: 2100)), .pass, ["slow-response info wellKnown"], "yyyy"),
        JudgeCase(
            "5.1 s", Seen.domain(Seen.answer(firstByteMs: 5100)), .warn, ["slow-response warning wellKnown"], "yyyy"),
        JudgeCase(
            "slow at root only", Seen.domain(Seen.answer(), root: Seen.answer(firstByteMs: 9000)), .pass,
            ["slow-response info root"], "yyyy"),
        JudgeCase(
            "a slow 404", Seen.domain(Seen.answer(404, "no", firstByteMs: 9000)), .fail,
            ["file-missing error wellKnown"], "nnnn"),
    ]

    /// A good file with white space up to `count` bytes.
    private static func padded(_ count: Int) -> String {
        Seen.file + String(repeating: " ", count: count - Seen.file.utf8.count)
    }

    private static let other = #"{ "webcredentials": { "apps": ["A1B2C3D4E5.com.acme.other"] } }"#
    private static let spaced = #"{ "webcredentials" : { "apps" : [ "A1B2C3D4E5.com.acme.app" ] } }"#
    private static let suffixed = Seen.answer(url: Seen.wellKnownURL + ".json")

    static let locationCases: [JudgeCase] = [
        JudgeCase("the same at both", Seen.domain(Seen.answer(), root: Seen.answer()), .pass, [], "yyyy"),
        JudgeCase(
            "the same, spaced differently", Seen.domain(Seen.answer(), root: Seen.answer(200, spaced)), .pass, [],
            "yyyy"),
        JudgeCase(
            "different", Seen.domain(Seen.answer(), root: Seen.answer(200, other)), .warn,
            ["locations-differ warning root"], "yyyy"),
        JudgeCase(
            "the same generic type at both",
            Seen.domain(
                Seen.answer(type: "application/octet-stream"), root: Seen.answer(type: "application/octet-stream")),
            .pass,
            ["content-type-generic info wellKnown"], "??yy"),
        JudgeCase(
            "a wrong type at root only", Seen.domain(Seen.answer(), root: Seen.answer(type: "text/plain")), .pass,
            ["content-type-wrong info root"], "yyyy"),
        JudgeCase(
            "only with .json", Seen.domain(Seen.status(404), probes: [suffixed]), .fail,
            ["file-missing error wellKnown", "json-suffix-only info wellKnown"], "nnnn"),
        JudgeCase(
            "only with .json, at root",
            Seen.domain(
                Seen.status(404), probes: [Seen.status(404), Seen.answer(url: Seen.rootURL + ".json")]), .fail,
            ["file-missing error wellKnown", "json-suffix-only info root"], "nnnn"),
        JudgeCase(
            "a web page with .json", Seen.domain(Seen.status(404), probes: [Seen.answer(200, "<html>")]), .fail,
            ["file-missing error wellKnown"], "nnnn"),
    ]

    @Test(arguments: [201, 202, 203, 204, 205, 206, 207, 300, 304, 305, 306, 399, 400, 402, 405, 406, 418, 421, 444])
    func takesOnly200(_ status: Int) throws {
        let report = Judge().judge(Seen.domain(Seen.status(status)))
        #expect(report.findings.map(\.code) == [.httpStatusUnexpected])
        #expect(report.findings.first?.evidence["status"] == .integer(status))
        #expect(report.status == .fail)
        #expect(report.wellKnown?.outcome == .unusable)
    }

    @Test(arguments: [
        (field("cf-mitigated", "challenge"), "", "Cloudflare", true),
        (field("Server", "AkamaiGHost"), "", "Akamai", false),
        (field("server", "Sucuri/Cloudproxy"), "", "Sucuri", false),
        (field("X-Sucuri-ID", "11005"), "", "Sucuri", false),
        (field("x-amzn-waf-action", "captcha"), "", "AWS WAF", true),
        (field("server", "awselb/2.0"), "", "AWS load balancer", false),
        (field("X-DataDome", "protected"), "", "DataDome", false),
        (field("X-DD-B", "1"), "", "DataDome", true),
        (field("X-Iinfo", "1-2-3"), "", "Imperva", false),
        (field("Set-Cookie", "visid_incap_123=abc; path=/"), "", "Imperva", false),
        (field("x-a", "b"), "<title>Just a moment...</title>", "Cloudflare", true),
        (field("x-a", "b"), "<div id=\"px-captcha\">", "HUMAN (PerimeterX)", true),
        (field("x-a", "b"), "Request unsuccessful. Incapsula incident ID: 1", "Imperva", true),
        (field("x-a", "b"), "https://errors.edgesuite.net/18.abc", "Akamai", false),
        (field("server", "cloudflare"), "<title>Attention Required! | Cloudflare</title>", "Cloudflare", false),
    ])
    func knowsFirewalls(_ field: HeaderField, _ body: String, _ product: String, _ challenge: Bool) throws {
        let report = Judge().judge(Seen.domain(Seen.status(403, [field], body: body)))
        let finding = try #require(report.findings.first)
        #expect(report.findings.map(\.code) == [.httpForbidden])
        #expect(finding.evidence["firewall"] == .string(product))
        #expect(finding.evidence["challenge"] == .boolean(challenge))
        #expect(finding.message.contains(product))
    }

    /// The beginnings of refusals whose name stands further down; as much of a page is kept as of any that is no file.
    static let longPages: [(head: String, tail: String, product: String)] = [
        (
            "<title>403 Forbidden</title><style>.wf-btn:focus, .wf-btn.wf-focus { color: #00709e; }",
            "<em>Generated by Wordfence at Sat, 1 Nov 2025</em>", "Wordfence"
        ),
        (
            "<title>Making sure you&#39;re not a bot!</title><script id=\"anubis_version\">\"v1.23.0\"</script>",
            "<img src=\"/.within.website/x/cmd/anubis/static/img/pensive.webp\">", "Anubis"
        ),
        ("<title>Azure WAF</title>", "<h1>Azure WAF JS Challenge</h1>", "Azure WAF"),
    ]

    @Test(arguments: longPages)
    func knowsFirewallsByTheirFirstFourKiB(_ page: (head: String, tail: String, product: String)) throws {
        let body = page.head + String(repeating: " ", count: 4096) + page.tail
        let findings = try [body, String(body.prefix(4096))].map { body in
            try #require(Judge().judge(Seen.domain(Seen.status(403, body: body))).findings.first)
        }
        #expect(findings[0].evidence["firewall"] == .string(page.product))
        #expect(findings[0].evidence == findings[1].evidence)
    }

    /// Nothing is read further down, so that a page says the same whether all of it was kept or its beginning.
    @Test(arguments: [202, 403, 405, 451, 503])
    func readsNoMoreThanFourKiBOfAPageThatIsNoFile(_ status: Int) {
        let start = String(repeating: " ", count: 4096)
        let seen = { Judge().judge(Seen.domain(Seen.status(status, body: start + $0))).findings }
        for sign in FirewallRules.pages { #expect(seen(sign.text) == seen("")) }
    }

    @Test func saysThatNoFirewallWasSeen() throws {
        let finding = try #require(
            Judge().judge(Seen.domain(Seen.status(403, [Self.field("Server", "nginx")]))).findings.first)
        #expect(finding.evidence["firewall"] == nil)
        #expect(finding.message.contains("No firewall was recognised."))
    }

    @Test func takesNoFirewallForAChallengeWhereTheFileIsServed() {
        let fields = [Self.field("server", "cloudflare"), Self.field("x-datadome", "protected")]
        #expect(Judge().judge(Seen.domain(Seen.answer(fields: fields))).findings.isEmpty)
    }

    @Test func quotesTheTitleOfAPage() throws {
        let page = "<html><head><TITLE lang=\"en\">\n  Acme &amp; Sons\n home </TITLE>"
        let finding = try #require(Judge().judge(Seen.domain(Seen.answer(200, page))).findings.first)
        #expect(finding.evidence["title"] == "Acme &amp; Sons home")
    }

    @Test func namesTheSchemeOfALogin() throws {
        let exchange = Seen.status(401, [Self.field("WWW-Authenticate", "Basic realm=\"staging\"")])
        let finding = try #require(Judge().judge(Seen.domain(exchange)).findings.first)
        #expect(finding.evidence["schemes"] == ["Basic"])
    }

    @Test func saysWhereRootStandsWhenNothingIsThere() throws {
        let finding = try #require(
            Judge().judge(Seen.domain(Seen.status(404), root: Seen.status(403))).findings.first)
        #expect(finding.evidence["wellKnownStatus"] == 404)
        #expect(finding.evidence["rootStatus"] == 403)
        #expect(finding.evidence["rootProblem"] == "http-forbidden")
    }

    @Test func namesThePlaceOfAMistakeAtRoot() throws {
        let seen = Seen.domain(Seen.status(404), root: Seen.answer(200, "{\n  \"applinks\": {,}\n}"))
        let report = Judge().judge(seen)
        let finding = try #require(report.findings.first { $0.code == .jsonInvalid })
        #expect(finding.location == .root)
        #expect(finding.line == 2)
        #expect(finding.column == 16)
        let missing = try #require(report.findings.first { $0.code == .wellKnownMissing })
        #expect(missing.evidence["rootProblem"] == "json-invalid")
        #expect(missing.message.contains("cannot be read"))
        #expect(missing.impact.hasPrefix("Links open the browser instead of the app on every Apple system"))
    }

    @Test func saysThatReadingWasStopped() throws {
        let seen = Seen.domain(Seen.answer(200, Self.padded(262_144), capped: true))
        let finding = try #require(Judge().judge(seen).findings.first)
        #expect(finding.evidence["capped"] == true)
        #expect(finding.evidence["bytes"] == 262_144)
        #expect(finding.message.contains("more than 262\u{202F}144 bytes uncompressed (reading was stopped there)"))
    }

    @Test func saysHowMuchArrived() throws {
        var exchange = Seen.broken(.bodyTruncated)
        exchange.headerFields.append(Self.field("Content-Length", "5000"))
        let finding = try #require(Judge().judge(Seen.domain(exchange)).findings.first)
        #expect(finding.message.contains("7 bytes arrived, and its Content-Length is 5000."))
    }

    @Test func foldsTheSameTroubleAtBothLocationsIntoOne() throws {
        let report = Judge().judge(Seen.domain(Seen.status(500), root: Seen.status(500)))
        #expect(report.findings.count == 1)
        #expect(report.findings.first?.evidence["alsoAt"] == ["root"])
    }
}
