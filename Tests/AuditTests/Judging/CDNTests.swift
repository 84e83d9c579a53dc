import Findings
import Testing
import Transport

@testable import Audit

/// The copy of Apple's CDN compared with the server's file: each state, and each known reason for a failure.
struct CDNTests {
    private static let app = "A1B2C3D4E5.com.acme.app"
    private static let good = file("/buy/*")

    private static func file(_ path: String) -> String {
        #"{"applinks":{"apps":[],"details":[{"appID":"\#(app)","paths":["\#(path)"]}]}}"#
    }

    /// Returns a response of the CDN with a copy.
    private static func copy(_ text: String, _ fields: [(String, String)] = []) -> Exchange {
        Seen.answer(200, text, fields: fields.map { HeaderField(name: $0, value: $1) })
    }

    /// Returns a response of the CDN without a copy.
    private static func none(_ reason: String?, _ details: String? = nil, status: Int = 404) -> Exchange {
        var fields: [HeaderField] = []
        if let reason { fields.append(HeaderField(name: "Apple-Failure-Reason", value: reason)) }
        if let details { fields.append(HeaderField(name: "Apple-Failure-Details", value: details)) }
        return Seen.status(status, fields, body: "Not Found\n")
    }

    private static func judge(_ origin: Exchange, _ cdn: Exchange?, trail: RedirectTrail? = nil) -> DomainReport {
        var observation = Seen.domain(origin, trail: trail)
        if let cdn {
            observation.cdn = LocationObservation(
                url: "https://app-site-association.cdn-apple.com/a/v1/example.com", exchange: cdn, attempts: 1)
        }
        return Judge().judge(observation)
    }

    struct Pair: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var origin: Exchange
        var cdn: Exchange
        var state: CDNState
        /// The finding about the CDN and its severity; `nil` if there is none.
        var finding: (code: FindingCode, severity: Severity)?
        var words: [String] = []
        /// The outcome for iOS 14 and later.
        var outcome: Verdict.Outcome
    }

    static let pairs: [Pair] = [
        Pair(
            testDescription: "the same bytes", origin: Seen.answer(200, good), cdn: copy(good), state: .inSync,
            outcome: .works),
        Pair(
            testDescription: "other white space", origin: Seen.answer(200, good), cdn: copy(" " + good + "\n"),
            state: .inSync, outcome: .works),
        Pair(
            testDescription: "an older copy", origin: Seen.answer(200, file("/new")),
            cdn: copy(good, [("Age", "7300"), ("Cache-Control", "public, max-age=21600")]), state: .outOfSync,
            finding: (.cdnDiffers, .warning),
            words: ["according to Apple's copy, but not according to the server's file", "for 2 hours"],
            outcome: .works),
        Pair(
            testDescription: "a copy whose rules never match", origin: Seen.answer(200, good),
            cdn: copy(#"{"applinks":{"apps":[],"details":[]}}"#), state: .outOfSync, finding: (.cdnDiffers, .warning),
            outcome: .doesNotWork),
        Pair(
            testDescription: "a copy without links", origin: Seen.answer(200, good), cdn: copy(Seen.file),
            state: .outOfSync, finding: (.cdnDiffers, .warning),
            words: ["only the server's file lists apps under applinks"], outcome: .doesNotWork),
        Pair(
            testDescription: "a copy that is not JSON", origin: Seen.answer(200, good), cdn: copy("<html>"),
            state: .fetchFailed, finding: (.cdnNotServed, .error), words: ["not a usable file"], outcome: .doesNotWork),
        Pair(
            testDescription: "a failure without a reason", origin: Seen.answer(200, good), cdn: none(nil),
            state: .fetchFailed, finding: (.cdnNotServed, .error), words: ["404 Not Found"], outcome: .doesNotWork),
        Pair(
            testDescription: "a failure of 405", origin: Seen.answer(200, good), cdn: none(nil, status: 405),
            state: .fetchFailed, finding: (.cdnNotServed, .error), outcome: .doesNotWork),
        Pair(
            testDescription: "a failure at both", origin: Seen.status(404), cdn: none("SWCERR00101 Bad HTTP Response"),
            state: .fetchFailed, finding: (.cdnNotServed, .info), outcome: .doesNotWork),
        Pair(
            testDescription: "a copy of what is gone", origin: Seen.status(404), cdn: copy(good), state: .onlyAtCDN,
            finding: (.cdnDiffers, .info), words: ["Apple's CDN has a file", "serves none"], outcome: .works),
        Pair(
            testDescription: "a copy behind an expired certificate",
            origin: Seen.rejected(10, "certificate has expired"), cdn: copy(good), state: .onlyAtCDN,
            finding: (.cdnDiffers, .info), outcome: .works),
        Pair(
            testDescription: "no answer", origin: Seen.answer(200, good),
            cdn: Seen.failure(.connectTimeout, .connect, "no answer within 10 s"), state: .unchecked,
            finding: (.cdnUnavailable, .info), words: ["no answer within 10 s"], outcome: .works),
        Pair(
            testDescription: "a limit on requests", origin: Seen.answer(200, good), cdn: Seen.status(429),
            state: .unchecked, finding: (.cdnUnavailable, .info), words: ["429"], outcome: .works),
        Pair(
            testDescription: "a failure of the CDN itself", origin: Seen.answer(200, good),
            cdn: none("SWCERR00301 Timeout", status: 503), state: .unchecked, finding: (.cdnUnavailable, .info),
            outcome: .works),
    ]

    @Test(arguments: pairs) func comparesTheFileWithTheCopy(_ pair: Pair) throws {
        let report = Self.judge(pair.origin, pair.cdn)
        #expect(report.cdn?.state == pair.state)
        let findings = report.findings.filter { $0.location == .cdn }
        #expect(findings.map(\.code) == [pair.finding?.code].compactMap(\.self))
        #expect(findings.first?.severity == pair.finding?.severity)
        for words in pair.words { #expect(findings.first?.message.contains(words) == true, "\(findings)") }
        let verdict = try #require(report.verdicts.first { $0.system == .iOS14 })
        #expect(verdict.works == pair.outcome.isSuccess)
        #expect(verdict.works == true || verdict.because.contains { report.codes.contains($0) })
    }

    static let reasons: [(reason: String, details: String?, words: [String])] = [
        (
            "SWCERR00101 Bad HTTP Response: 403 Forbidden", #"{"status":"403 Forbidden"}"#,
            ["SWCERR00101 Bad HTTP Response: 403 Forbidden (403 Forbidden)", "not with a usable status"]
        ),
        (
            "SWCERR00202 Connections to private/reserved IP addresses are not allowed", nil,
            ["SWCERR00202", "private or reserved address"]
        ),
        (
            "SWCERR00301 Timeout", #"{"cause":"context deadline exceeded"}"#,
            ["SWCERR00301 Timeout (context deadline exceeded)", "no response from the server in time"]
        ),
        ("SWCERR00401 Bad JSON content", nil, ["SWCERR00401", "not usable JSON"]),
        ("SWCERR00999 Something new", "{broken", ["SWCERR00999 Something new ({broken)", "However, the server sends"]),
        ("no code at all", #"{"a":["b"]}"#, ["no code at all"]),
        ("\u{202E}SWCERR\u{1B}[31m", nil, [#"\u{202E}"#, #"\u{1B}"#]),
    ]

    @Test(arguments: reasons)
    func quotesTheFailureReasonAndExplainsKnownOnes(reason: String, details: String?, words: [String]) throws {
        let report = Self.judge(Seen.answer(200, Self.good), Self.none(reason, details))
        let finding = try #require(report.findings.first { $0.code == .cdnNotServed })
        for words in words { #expect(finding.message.contains(words), "\(finding.message)") }
        #expect(finding.evidence["failureReason"] == .string(reason))
        #expect(report.status == .fail)
    }

    @Test func aCopyThatWasSkippedAtTheDeadlineIsUnchecked() {
        var observation = Seen.domain(Seen.answer(200, Self.good))
        observation.cdn = LocationObservation(url: "https://cdn.test/a/v1/example.com", skip: .deadline)
        let report = Judge().judge(observation)
        #expect(report.cdn?.state == .unchecked)
        #expect(report.cdn?.outcome == .notTried)
        #expect(report.findings.contains { $0.code == .cdnUnavailable && $0.message.contains("was not queried") })
    }

    @Test(arguments: [(59, ""), (60, "for 1 minute."), (7199, "for 119 minutes."), (7200, "for 2 hours.")])
    func saysForHowLongTheAnswerWasKept(seconds: Int, words: String) throws {
        let copy = Self.copy(Self.good, [("Age", "\(seconds)")])
        let report = Self.judge(Seen.answer(200, Self.file("/new")), copy)
        let finding = try #require(report.findings.first { $0.code == .cdnDiffers })
        #expect(finding.message.hasSuffix(words.isEmpty ? "iOS 14 and later use the copy." : words))
    }

    @Test func isNotAskedUnlessItIsWanted() {
        let report = Self.judge(Seen.answer(200, Self.good), nil)
        #expect(report.cdn == nil)
        #expect(report.status == .pass)
    }

    @Test(arguments: [
        ("https://example.com/.well-known/apple-app-site-association, https://www.example.com/aasa", CDNState.inSync),
        // A copy may be from before the redirect, so it proves nothing.
        ("https://example.com/.well-known/apple-app-site-association", .onlyAtCDN),
    ])
    func saysThatARedirectWasFollowed(from: String, state: CDNState) throws {
        let url = "https://www.example.com/aasa"
        let trail = RedirectTrail(
            hops: [.init(status: 301, from: Seen.wellKnownURL, to: url, address: "93.184.216.34")],
            exchanges: [Seen.answer(200, Self.good, url: url)], end: .answered)
        let report = Self.judge(Seen.redirect(to: url), Self.copy(Self.good, [("Apple-From", from)]), trail: trail)
        #expect(report.cdn?.state == state)
        #expect(report.codes.contains(.cdnFollowedRedirect) == (state == .inSync))
        #expect(report.codes.contains(.redirect))
        #expect(report.verdicts.first { $0.system == .iOS14 }?.works == true)
    }

    @Test(arguments: ["-1", "1e9", "99999999999999999999", "", "ten", "7 7"])
    func headersThatLieSayNothing(value: String) throws {
        let fields = [("Age", value), ("Cache-Control", "max-age=\(value)"), ("Apple-From", ",,,")]
        let report = Self.judge(Seen.answer(200, Self.file("/new")), Self.copy(Self.good, fields))
        let finding = try #require(report.findings.first { $0.code == .cdnDiffers })
        for name in ["ageSeconds", "maxAgeSeconds", "visited"] { #expect(finding.evidence[name] == nil) }
        #expect(finding.message.hasSuffix("iOS 14 and later use the copy."))
    }

    /// The texts of the server's errors name the users who are affected today, and do not suggest waiting.
    @Test func serverErrorsNameTheUsersAffectedDespiteAnEarlierCopy() throws {
        let hidden =
            #"{"applinks":{"details":[{"appIDs":["\#(Self.app)"],"components":[{"/":"*","exclude":true},{"/":"/buy/*"}]}]}}"#
        let report = Self.judge(Seen.answer(200, hidden), Self.copy(Self.good))
        let error = try #require(report.findings.first { $0.code == .ruleUnreachable })
        #expect(
            error.impact.hasPrefix("Today on iOS 13 and earlier: ")
                && error.impact.contains("iOS 14 and later still open the app, because Apple's CDN has"),
            "\(error.impact)")
        let down = try #require(
            Self.judge(Seen.answer(500, "oops"), Self.copy(Self.good)).findings.first { $0.code == .httpServerError })
        #expect(down.impact.hasPrefix("iOS 13 and earlier contact the server directly"), "\(down.impact)")
        let copy = try #require(report.findings.first { $0.code == .cdnDiffers })
        #expect(copy.severity == .info)
        #expect(copy.remedy.hasPrefix("Correct the server's errors before"), "\(copy.remedy)")
        #expect(copy.needsServerFix)
        let only = Self.judge(Seen.status(404), Self.copy(Self.good)).findings.first { $0.code == .cdnDiffers }
        #expect(only?.needsServerFix == true)

        // If both have no errors, the copy is only outdated.
        let late = try #require(
            Self.judge(Seen.answer(200, Self.file("/new")), Self.copy(Self.good)).findings.first {
                $0.code == .cdnDiffers
            })
        #expect(late.remedy.hasPrefix("Wait a day"), "\(late.remedy)")
        #expect(!late.needsServerFix)
    }

    /// A link that the copy opens is not reported as broken for devices with the copy.
    @Test(arguments: [("/buy/1", true), ("/sell/1", false)])
    func aLinkThatTheCopyOpensIsNotBrokenForItsDevices(path: String, opensFromCopy: Bool) throws {
        var observation = Seen.domain(Seen.answer(200, Self.file("/new")))
        observation.target.expectations = Expectations(
            opens: [try LinkRequest("https://example.com\(path)")])
        observation.cdn = LocationObservation(
            url: "https://app-site-association.cdn-apple.com/a/v1/example.com", exchange: Self.copy(Self.good),
            attempts: 1)
        let closed = try #require(
            Judge().judge(observation).findings.first { $0.code == .expectedURLDoesNotOpen })
        #expect(closed.impact.hasPrefix("Today on iOS 13 and earlier: ") == opensFromCopy, "\(closed.impact)")
    }

    @Test func namesTheAppOfTheCopyBesideAMisspeltOne() throws {
        let misspelt = Self.good.replacing("A1B2C3D4E5", with: "A1B2C3D4E")
        let finding = try #require(
            Self.judge(Seen.answer(200, misspelt), Self.copy(Self.good)).findings.first { $0.code == .appIDMalformed })
        #expect(
            finding.message.hasSuffix("Apple's earlier copy of the file lists “\(Self.app)”."), "\(finding.message)")
        #expect(!finding.impact.contains("on any Apple system"), "\(finding.impact)")
    }

    /// An identifier without its prefix must match completely, not only its end.
    @Test(arguments: [("com.acme.app", true), ("org.app", false), ("A1B2C.app", false)])
    func namesTheAppOfTheCopyByItsWholeBundleIdentifier(wrong: String, isNamed: Bool) throws {
        let misspelt = Self.good.replacing(Self.app, with: wrong)
        let finding = try #require(
            Self.judge(Seen.answer(200, misspelt), Self.copy(Self.good)).findings.first { $0.code == .appIDMalformed })
        #expect(finding.message.contains("earlier copy") == isNamed, "\(finding.message)")
    }

    /// An app that only Apple's copy lists has its own verdicts.
    @Test func judgesTheAppsOfTheCopyToo() throws {
        let misspelt = Self.good.replacing("A1B2C3D4E5", with: "A1B2C3D4E")
        let report = Self.judge(Seen.answer(200, misspelt), Self.copy(Self.good))
        let today = try #require(report.verdicts.first { $0.system == .iOS14 })
        #expect(today.apps.map(\.appID) == ["A1B2C3D4E.com.acme.app", Self.app])
        #expect(today.apps.map(\.outcome) == [.doesNotWork, .works])
    }
}
