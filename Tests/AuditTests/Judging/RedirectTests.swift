import Audit
import Findings
import Testing
import Transport

struct RedirectTests {
    @Test(arguments: cases)
    func judges(_ row: JudgeCase) { row.check() }

    private static let www = "https://www.example.com/.well-known/apple-app-site-association"

    private static func seen(
        _ urls: [String] = [www], status: Int = 301, end: RedirectTrail.End = .answered,
        last: Exchange? = Seen.answer(), root: Exchange = Seen.status(404)
    ) -> Observation {
        Seen.domain(
            Seen.redirect(status, to: urls.first), root: root,
            trail: Seen.trail(urls, status: status, end: end, last: last))
    }

    static let cases: [JudgeCase] = [
        JudgeCase("301 to www, where the file is", seen(), .fail, ["redirect error wellKnown"], "nnyy"),
        JudgeCase(
            "302 to a 404", seen(status: 302, last: Seen.status(404)), .fail, ["redirect error wellKnown"], "nnnn"),
        JudgeCase(
            "307 to a web page", seen(status: 307, last: Seen.answer(200, "<html>")), .fail,
            ["redirect error wellKnown"], "nnnn"),
        JudgeCase(
            "308 to a server error", seen(status: 308, last: Seen.status(500)), .fail, ["redirect error wellKnown"],
            "nn??"),
        JudgeCase(
            "to plain HTTP", seen(["http://www.example.com/x"]), .fail, ["redirect error wellKnown"], "nnnn"),
        JudgeCase(
            "to plain HTTP and back", seen(["http://example.com/x", www]), .fail, ["redirect error wellKnown"], "nnnn"),
        JudgeCase("and root serves", seen(root: Seen.answer()), .fail, ["redirect error wellKnown"], "yyyy"),
        JudgeCase(
            "a loop", seen([www, Seen.wellKnownURL], end: .loop, last: nil), .fail, ["redirect-loop error wellKnown"],
            "nnnn"),
        JudgeCase(
            "past the limit", seen((0...10).map { "https://example.com/\($0)" }, end: .limit, last: nil), .fail,
            ["redirect-loop error wellKnown"], "nnnn"),
        JudgeCase(
            "into private space",
            seen(
                ["https://intern.example.com/x"], end: .failed,
                last: Seen.failure(.addressBlocked, .connect, addresses: ["10.0.0.7"])), .fail,
            ["redirect error wellKnown", "address-blocked error wellKnown"], "nnn?"),
        JudgeCase(
            "to a name with a public and a private address",
            seen(
                ["https://intern.example.com/x"], end: .failed,
                last: Seen.failure(.addressBlocked, .connect, addresses: ["93.184.216.34", "10.0.0.7"])), .fail,
            ["redirect error wellKnown", "address-blocked error wellKnown"], "nn??"),
        JudgeCase(
            "to a name that is not known here",
            seen(end: .failed, last: Seen.failure(.addressUnknown, .dns, addresses: [])), .fail,
            ["redirect error wellKnown"], "nn??"),
        JudgeCase(
            "to a host that does not exist", seen(end: .failed, last: Seen.failure(.nameNotFound, .dns, addresses: [])),
            .fail, ["redirect error wellKnown"], "nnnn"),
        JudgeCase(
            "to a host that does not answer", seen(end: .failed, last: Seen.failure(.connectTimeout, .connect)), .fail,
            ["redirect error wellKnown"], "nn??"),
        JudgeCase(
            "the deadline came first", seen(end: .deadline, last: nil), .fail, ["redirect error wellKnown"], "nn??"),
        JudgeCase(
            "a usable hop, then an unusable one", seen([www, "mailto:a@b"], end: .unusableLocation, last: nil), .fail,
            ["redirect error wellKnown"], "nnnn"),
        JudgeCase(
            "an unusable Location", seen(["ftp://example.com/"], end: .unusableLocation, last: nil), .fail,
            ["redirect error wellKnown"], "nnnn"),
        JudgeCase(
            "an unusable Location, and root serves",
            seen(["ftp://example.com/"], end: .unusableLocation, last: nil, root: Seen.answer()), .fail,
            ["redirect error wellKnown"], "yynn"),
        JudgeCase(
            "an empty Location", Seen.domain(Seen.redirect(to: "")), .fail,
            ["http-status-unexpected error wellKnown"], "nnnn"),
        JudgeCase(
            "no Location", Seen.domain(Seen.redirect(to: nil)), .fail, ["http-status-unexpected error wellKnown"],
            "nnnn"
        ),
        JudgeCase(
            "304 with a Location", Seen.domain(Seen.redirect(304, to: "/x")), .fail,
            ["http-status-unexpected error wellKnown"], "nnnn"),
        JudgeCase(
            "300 with a Location", Seen.domain(Seen.redirect(300, to: "/x")), .fail, ["redirect error wellKnown"],
            "nn??"),
        JudgeCase(
            "at both locations",
            Seen.domain(
                Seen.redirect(to: www), root: Seen.redirect(to: www), trail: Seen.trail([www]),
                rootTrail: Seen.trail([www])), .fail, ["redirect error wellKnown"], "nnyy"),
        JudgeCase(
            "into private space at root only",
            Seen.domain(
                Seen.answer(), root: Seen.redirect(to: "https://10.0.0.7/"),
                rootTrail: Seen.trail(
                    ["https://10.0.0.7/"], end: .failed,
                    last: Seen.failure(.addressBlocked, .connect, addresses: ["10.0.0.7"]))), .pass,
            ["redirect info root", "address-blocked info root"], "yyyy"),
    ]

    private static func finding(_ observation: Observation) throws -> Finding {
        try #require(Judge().judge(observation).findings.first)
    }

    @Test func writesDownTheWay() throws {
        let evidence = try Self.finding(Self.seen(["https://example.com/a", Self.www])).evidence
        #expect(evidence["permanent"] == true)
        #expect(evidence["crossHost"] == true)
        #expect(evidence["toHTTP"] == false)
        #expect(evidence["finalURL"] == .string(Self.www))
        #expect(evidence["finalStatus"] == 200)
        #expect(evidence["leadsToFile"] == true)
        guard case .array(let chain) = evidence["chain"] else {
            Issue.record("there is no chain")
            return
        }
        #expect(chain.count == 2)
    }

    @Test(arguments: [(301, true), (302, false), (303, false), (307, false), (308, true)])
    func tellsPermanentRedirects(_ status: Int, _ permanent: Bool) throws {
        #expect(try Self.finding(Self.seen(status: status)).evidence["permanent"] == .boolean(permanent))
    }

    @Test(arguments: [
        (["https://EXAMPLE.com/x"], false, false), (["https://www.example.com/x"], true, false),
        (["http://example.com/x"], false, true), (["https://user:pass@example.com:443/x"], false, false),
        (["https://example.com/a", "https://[2001:db8::1]/"], true, false),
    ])
    func comparesHosts(_ urls: [String], _ crossHost: Bool, _ toHTTP: Bool) throws {
        let evidence = try Self.finding(Self.seen(urls)).evidence
        #expect(evidence["crossHost"] == .boolean(crossHost))
        #expect(evidence["toHTTP"] == .boolean(toHTTP))
    }

    @Test(arguments: [
        ([www], "serve the file with status 200 on example.com and on www.example.com."),
        ([Seen.wellKnownURL + "/"], "appends a slash"),
        (["http://example.com/x"], "redirect to plain HTTP"),
    ])
    func remedyFitsTheRedirect(_ urls: [String], _ words: String) throws {
        #expect(try Self.finding(Self.seen(urls)).remedy.contains(words))
    }

    /// A host that could not be reached cannot serve the file.
    @Test(arguments: [
        (Seen.failure(.noAddress, .dns, addresses: []), false), (Seen.failure(.connectTimeout, .connect), false),
        (Seen.rejected(10), true),
    ])
    func suggestsTheDestinationOnlyIfItCanBeReached(_ last: Exchange, _ isSuggested: Bool) throws {
        let remedy = try Self.finding(Self.seen(end: .failed, last: last)).remedy
        #expect(remedy.contains("serve the file with status 200 on example.com"), "\(remedy)")
        #expect(remedy.contains("www.example.com") == isSuggested, "\(remedy)")
    }

    @Test func takesTheCatalogueWhereNothingFitsBetter() throws {
        #expect(try Self.finding(Self.seen(["https://login.example.net/"])).remedy == Catalogue[.redirect].remedy)
    }

    @Test(arguments: [
        (RedirectTrail.End.answered, "serves a usable file"), (.failed, "could not be fetched"),
        (.deadline, "The destination was not checked."), (.unusableLocation, "cannot be used"),
    ])
    func saysWhereItEnds(_ end: RedirectTrail.End, _ words: String) throws {
        let last = end == .failed ? Seen.failure(.connectRefused, .connect) : Seen.answer()
        #expect(
            try Self.finding(Self.seen(["https://example.com/a", "https://example.com/b"], end: end, last: last))
                .message.contains(words))
    }

    /// The impact claims neither more nor less than the verdict on iOS 14 and later.
    @Test(arguments: [
        (seen(), "The destination serves the file"), (seen(last: Seen.status(404)), "no usable file"),
        (seen(last: Seen.status(500)), "may work"), (seen(["http://www.example.com/x"]), "plain HTTP"),
        (seen(end: .failed, last: Seen.failure(.connectTimeout, .connect)), "may work"),
        (seen(end: .failed, last: Seen.failure(.nameNotFound, .dns, addresses: [])), "no usable file"),
        (seen(end: .deadline, last: nil), "may work"),
        (seen(["ftp://example.com/"], end: .unusableLocation, last: nil), "no usable file"),
    ])
    func itsImpactAgreesWithTheVerdict(_ observation: Observation, _ words: String) throws {
        let report = Judge().judge(observation)
        let impact = try #require(report.findings.first).impact
        #expect(impact.contains(words), "\(impact)")
        let works = try #require(report.verdicts.first { $0.system == .iOS14 }).works
        #expect((works == false) == !impact.contains("may work"), "\(impact)")
    }

    @Test func putsTheRedirectBeforeThePrivateAddressAtItsEnd() {
        let last = Seen.failure(.addressBlocked, .connect, addresses: ["10.0.0.7"])
        let report = Judge().judge(Self.seen(["https://intern.example.com/x"], end: .failed, last: last))
        #expect(report.findings.map(\.code) == [.redirect, .addressBlocked])
    }

    @Test(arguments: [
        ("ftp://example.com/", "its scheme is ftp, not https"), ("file:///etc/passwd", "its scheme is file, not https"),
        ("JavaScript:alert(1)", "its scheme is javascript, not https"),
        ("data:text/html,x", "its scheme is data, not https"), ("mailto:a@b", "its scheme is mailto, not https"),
        ("https://", "it has no host"), ("https:///", "it has no host"), ("//", "it has no host"),
        ("https://:8443/x", "it has no host"), ("https:www.example.com", "it has no host"),
        ("example.com:8443/x", "it has no scheme"), ("localhost:3000", "it has no scheme"),
        ("/a\u{1}b", "it contains a control character (U+0001)"), ("/a\tb", "it contains a control character (U+0009)"),
        ("ftp://a\u{7f}", "it contains a control character (U+007F)"),
        ("/" + String(repeating: "x", count: 8000), "it has 8,001 bytes; no more than 8,000 are followed"),
        ("https://a b/", "it is not a URL that can be read"),
        ("https://example.com:99999/", "it is not a URL that can be read"),
        ("\u{202e}:x", "it is not a URL that can be read"),
    ])
    func saysWhyALocationCannotBeFollowed(_ location: String, _ why: String) throws {
        let finding = try Self.finding(Self.seen([location], end: .unusableLocation, last: nil))
        #expect(finding.code == .redirect)
        #expect(finding.evidence["unusable"] == .string(why))
        #expect(finding.message.contains("It cannot be followed: \(why)."))
        #expect(finding.evidence["end"] == "unusableLocation")
        #expect(finding.evidence["leadsToFile"] == nil)
        #expect(finding.message.count < 1000)
    }

    @Test func saysWhyALaterLocationCannotBeFollowed() throws {
        let finding = try Self.finding(Self.seen([Self.www, "mailto:a@b"], end: .unusableLocation))
        #expect(finding.evidence["unusable"] == "its scheme is mailto, not https")
        #expect(finding.message.contains("cannot be used: “mailto:a@b” (its scheme is mailto, not https)."))
        #expect(try Self.finding(Self.seen()).evidence["unusable"] == nil)
    }

    @Test func keepsTheHopsInTheReport() {
        let report = Judge().judge(Self.seen(["https://example.com/a", Self.www]))
        #expect(report.wellKnown?.redirects.count == 2)
        #expect(report.wellKnown?.outcome == .redirected)
    }
}
