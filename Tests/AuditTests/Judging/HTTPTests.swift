import Findings
import Testing
import Transport

@testable import Audit

struct HTTPTests {
    @Test(arguments: statusCases + bodyCases + locationCases)
    func judges(_ row: JudgeCase) { row.check() }

    static func field(_ name: String, _ value: String) -> HeaderField { HeaderField(name: name, value: value) }

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

    @Test func aMissingFileReportsTheStatusOfBothLocations() throws {
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
        #expect(finding.message.contains("more than 262,144 bytes uncompressed (reading was stopped there)"))
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
