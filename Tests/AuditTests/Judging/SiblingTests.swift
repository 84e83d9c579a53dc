import Findings
import Testing
import Transport

@testable import Audit

/// The response of the sibling domain, whose name differs only by `www.`.
struct SiblingTests {
    private static let app = "A1B2C3D4E5.com.acme.app"
    private static let www = "https://www.example.com/.well-known/apple-app-site-association"

    /// Returns a domain and its sibling, both without a file at root.
    private static func seen(of own: Exchange = Seen.answer(), _ sibling: Exchange?) -> Observation {
        var observation = Seen.domain(own)
        var sibling = sibling
        sibling?.url = www
        observation.sibling = AdditionalObservation(
            wellKnown: LocationObservation(
                url: www, exchange: sibling, skip: sibling == nil ? .deadline : nil, attempts: 1),
            root: sibling?.status == 404
                ? LocationObservation(
                    url: "https://www.example.com/apple-app-site-association", exchange: Seen.status(404))
                : nil)
        return observation
    }

    private static let differs = "sibling-differs info domain"
    private static let other = #"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.other"]}}"#

    static let cases: [JudgeCase] = [
        JudgeCase("the same", seen(Seen.answer()), .pass, [], "yyyy"),
        JudgeCase("the same with other white space", seen(Seen.answer(200, Seen.file + " ")), .pass, [], "yyyy"),
        JudgeCase("nothing there", seen(Seen.status(404)), .pass, [differs], "yyyy"),
        JudgeCase("another file there", seen(Seen.answer(200, other)), .pass, [differs], "yyyy"),
        JudgeCase("a redirect there", seen(Seen.redirect(to: "https://example.com/")), .pass, [differs], "yyyy"),
        JudgeCase("a refusal there", seen(Seen.status(403)), .pass, [differs], "yyyy"),
        JudgeCase("a name that does not exist", seen(Seen.failure(.nameNotFound, .dns)), .pass, [], "yyyy"),
        JudgeCase("no time left", seen(nil), .pass, [], "yyyy"),
        JudgeCase(
            "the file there only", seen(of: Seen.status(404), Seen.answer()), .fail,
            [differs, "file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "nothing at both", seen(of: Seen.status(404), Seen.status(404)), .fail, ["file-missing error wellKnown"],
            "nnnn"
        ),
    ]

    @Test(arguments: cases) func judges(_ row: JudgeCase) { row.check() }

    static let sentences: [(seen: Observation, text: String)] = [
        (
            seen(Seen.status(404)),
            "www.example.com and example.com do not serve the same file: no file (404) at www.example.com; "
                + "a usable file at example.com."
        ),
        (
            seen(Seen.redirect(to: "https://example.com/x")),
            "www.example.com and example.com do not serve the same file: no usable file (301, redirect) at www.example.com; "
                + "a usable file at example.com. www.example.com redirects to https://example.com/x."
        ),
        (
            seen(Seen.answer(200, other)),
            "www.example.com serves a different file than example.com: only the file of example.com lists "
                + "“A1B2C3D4E5.com.acme.app” under webcredentials."
        ),
    ]

    @Test(arguments: sentences) func describesTheResponseOfTheSibling(seen: Observation, text: String) throws {
        let report = Judge().judge(seen)
        let finding = try #require(report.findings.first { $0.code == .siblingDiffers })
        #expect(finding.message == text)
        #expect(finding.evidence["sibling"] == "www.example.com")
        #expect(report.additionalChecks == [.sibling])
    }

    @Test(
        arguments: [
            ("example.com", "www.example.com"), ("www.example.com", "example.com"),
            ("a.b.example.com", "www.a.b.example.com"),
            ("www.com", nil), ("localhost", nil), ("192.0.2.1", nil), ("2001:db8::1", nil),
            (String(repeating: "a.", count: 125) + "com", nil),
        ] as [(String, String?)])
    func namesTheOther(host: String, sibling: String?) {
        #expect(DomainID(host: host).sibling?.host == sibling)
    }

    @Test func keepsThePortAndTheNameForPeople() {
        let domain = DomainID(host: "www.xn--mnchen-3ya.example", displayHost: "www.münchen.example", port: 8443)
        #expect(domain.sibling == DomainID(host: "xn--mnchen-3ya.example", displayHost: "münchen.example", port: 8443))
        #expect(domain.sibling?.sibling == domain)
    }
}
