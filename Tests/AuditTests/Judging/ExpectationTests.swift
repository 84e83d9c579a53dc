import Audit
import Findings
import Testing
import Transport

/// The expectations for a file, and the content of the file.
struct ExpectationTests {
    static let app = "A1B2C3D4E5.com.acme.app"
    static let file = """
        {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.acme.app"],"components":[
        {"/":"/private/*","exclude":true},
        {"/":"/shop/*"}]}]},
        "webcredentials":{"apps":["A1B2C3D4E5.com.acme.keys"]}}
        """

    /// A domain with its file, its expectations, the resulting codes, and words of their texts.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var expectations: Expectations
        var codes: [FindingCode]
        var words: [String] = []
        var body = ExpectationTests.file

        init(
            _ name: String, apps: [String] = [], opens: [String] = [], doesNotOpen: [String] = [],
            body: String = ExpectationTests.file, _ codes: [FindingCode], _ words: String...
        ) {
            testDescription = name
            expectations = Expectations(
                apps: apps.compactMap { try? Expectations.App($0) }, opens: opens.compactMap { try? LinkRequest($0) },
                doesNotOpen: doesNotOpen.compactMap { try? LinkRequest($0) })
            self.codes = codes
            self.words = words
            self.body = body
        }
    }

    private static let slowLink = "https://example.com/" + String(repeating: "a", count: 12_000)
    private static let slowFile = #"""
        {"applinks":{"details":[{"appIDs":["\#(app)"],"components":[{"/":"/*\#(String(repeating: "a", count: 6_000))b*"}]}]}}
        """#

    static let rows: [Row] = [
        Row(
            "all is as expected", apps: [app, "webcredentials:A1B2C3D4E5.com.acme.keys"],
            opens: ["https://example.com/shop/1"], doesNotOpen: ["https://example.com/private/1"], []),
        Row(
            "an app that is not there", apps: ["A1B2C3D4E5.com.acme.other"], [.expectedAppMissing],
            "but the file lists “A1B2C3D4E5.com.acme.app” instead."),
        Row(
            "an app for another service", apps: ["webcredentials:" + app], [.expectedAppMissing],
            "only for applinks", "lists “A1B2C3D4E5.com.acme.keys”"),
        Row(
            "a service that is not there", apps: ["appclips:" + app], [.expectedAppMissing],
            "For appclips, it lists no app"),
        Row(
            "another prefix", apps: ["ZZZZZZZZZZ.com.acme.app"], [.expectedAppMissing],
            "differs only before the first dot",
            "“A1B2C3D4E5.com.acme.app”"),
        Row("other capitals", apps: ["A1B2C3D4E5.com.Acme.App"], [.expectedAppMissing], "in upper and lower case only"),
        Row(
            "a link that an exclusion keeps", opens: ["https://example.com/private/1"], [.expectedURLDoesNotOpen],
            "the rule on line 2 excludes it for “A1B2C3D4E5.com.acme.app”", "matches"),
        Row(
            "a link that no rule takes", opens: ["https://example.com/"], [.expectedURLDoesNotOpen],
            "none of the 2 rules"),
        Row(
            "a link that opens all the same", doesNotOpen: ["https://example.com/shop/1"], [.expectedURLOpens],
            "opens “A1B2C3D4E5.com.acme.app”", "the rule on line 3 opens it"),
        Row(
            "links without universal links", opens: ["https://example.com/shop/1"],
            body: #"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.app"]}}"#, [.expectedURLDoesNotOpen],
            "no universal links"),
        Row(
            "a missing app explains its links", apps: [app], opens: ["https://example.com/shop/1"],
            body: #"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.app"]}}"#, [.expectedAppMissing],
            "only for webcredentials"),
        Row(
            "another app does not explain them", apps: ["A1B2C3D4E5.com.acme.other"],
            opens: ["https://example.com/"], [.expectedAppMissing, .expectedURLDoesNotOpen]),
        Row("a file without services explains all", apps: [app], opens: ["https://example.com/"], body: "{}", []),
        Row(
            "a service that cannot be read explains all of its own",
            apps: [app, "webcredentials:" + app], opens: ["https://example.com/"],
            body: #"{"applinks":[],"webcredentials":{"apps":[]}}"#, [.expectedAppMissing], "webcredentials"),
        Row(
            "a link that takes too much work to compare", opens: [slowLink], doesNotOpen: [slowLink], body: slowFile,
            [.expectedURLUndecided, .expectedURLUndecided], "takes too much work"),
        Row("a file that cannot be read explains all", apps: [app], opens: ["https://example.com/"], body: "{", []),
    ]

    static func report(_ expectations: Expectations?, _ observation: Observation) -> DomainReport {
        var observation = observation
        observation.target.expectations = expectations
        return Judge().judge(observation)
    }

    @Test(arguments: rows)
    func holdsTheFileAgainstWhatIsExpected(_ row: Row) {
        let report = Self.report(row.expectations, Seen.domain(Seen.answer(200, row.body)))
        let found = report.findings.filter { Catalogue[$0.code].family == .expectations }
        #expect(found.map(\.code) == row.codes)
        let text = found.map(\.message).joined(separator: " ")
        for words in row.words { #expect(text.contains(words), "\(text)") }
        #expect(found.allSatisfy { $0.severity == .error && $0.location == .wellKnown && $0.message.hasSuffix(".") })
        if !row.codes.isEmpty { #expect(report.status == .fail) }
    }

    /// Expectations affect the verdict for individual apps, but not whether links open any app.
    @Test func leavesTheVerdictsOfTheWholeAlone() throws {
        let seen = Seen.domain(Seen.answer(200, Self.file))
        let expected = try Expectations(apps: [.init("A1B2C3D4E5.com.acme.other")])
        var verdicts = Self.report(expected, seen).verdicts
        for index in verdicts.indices { verdicts[index].apps = [] }
        #expect(verdicts == Self.report(nil, seen).verdicts)
    }

    @Test func carriesTheProof() throws {
        let expectations = Expectations(
            opens: [try LinkRequest("https://example.com/private/1"), try LinkRequest("https://example.com/x")],
            doesNotOpen: [try LinkRequest("https://example.com/shop/1")])
        let findings = Self.report(expectations, Seen.domain(Seen.answer(200, Self.file))).findings
            .filter { Catalogue[$0.code].family == .expectations }
        try #require(findings.count == 3)
        #expect(findings[0].pointer == "/applinks/details/0/components/0")
        #expect(findings[0].line == 2)
        #expect(findings[0].evidence["outcome"] == "exclude")
        #expect(findings[0].evidence["appIDs"] == .strings([Self.app]))
        #expect(findings[0].evidence["rule"] == .string(#"{"/":"/private/*","exclude":true}"#))
        #expect(findings[1].pointer == nil)
        #expect(findings[1].evidence["outcome"] == "no_match")
        guard case .array(let reasons)? = findings[1].evidence["reasons"] else {
            Issue.record("there are no reasons")
            return
        }
        #expect(reasons.count == 2)
        #expect(findings[2].line == 3)
        #expect(findings[2].evidence["appIDs"] == .strings([Self.app]))
    }

    static let withoutFile: [Observation] = [
        Seen.settled(Seen.failure(.connectRefused, .connect)), Seen.domain(Seen.status(404)),
        Seen.domain(Seen.redirect(to: "https://www.example.com/")), Seen.domain(Seen.answer(200, "<html>")),
        Seen.domain(Seen.status(500)), Seen.domain(Seen.answer(200, "")),
    ]

    @Test(arguments: withoutFile)
    func saysNothingWhereNoFileWasServed(_ observation: Observation) throws {
        let link = try LinkRequest("https://example.com/")
        let expectations = try Expectations(apps: [.init(Self.app)], opens: [link], doesNotOpen: [link])
        let report = Self.report(expectations, observation)
        #expect(report.findings.allSatisfy { Catalogue[$0.code].family != .expectations })
    }

    @Test func looksAtTheFileThatCounts() throws {
        let expectations = try Expectations(apps: [.init("A1B2C3D4E5.com.acme.other")])
        let report = Self.report(
            expectations, Seen.domain(Seen.status(404), root: Seen.answer(200, Self.file, url: Seen.rootURL)))
        #expect(report.findings.first { $0.code == .expectedAppMissing }?.location == .root)
    }

    /// One mistake has one fix, even if it causes two findings.
    @Test func leadsToTheRuleThatHidesTheOthers() throws {
        let file =
            #"{"applinks":{"details":[{"appIDs":["\#(Self.app)"],"components":[{"/":"*","exclude":true},{"/":"/buy/*"}]}]}}"#
        let link = try LinkRequest("https://example.com/buy/1")
        let report = Self.report(Expectations(opens: [link]), Seen.domain(Seen.answer(200, file)))
        let finding = try #require(report.findings.first { $0.code == .expectedURLDoesNotOpen })
        #expect(finding.remedy.hasPrefix("Start with rule-unreachable above"), "\(report.findings.map(\.message))")
    }

    @Test func boundsTheNumberOfFindings() throws {
        let links = try (0..<120).map { try LinkRequest("https://example.com/x\($0)") }
        let report = Self.report(Expectations(opens: links), Seen.domain(Seen.answer(200, Self.file)))
        let found = report.findings.filter { $0.code == .expectedURLDoesNotOpen }
        #expect(found.count == 50)
        #expect(found.last?.message.contains("70 more") == true)
    }
}
