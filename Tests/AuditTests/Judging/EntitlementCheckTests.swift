import Audit
import Findings
import Testing

/// The entries for a domain in the lists of apps, and the entries for the apps in the domain's file.
struct EntitlementCheckTests {
    /// The entries of an app for one domain, with the expected findings.
    struct Row: Sendable, CustomTestStringConvertible {
        var entries: [String]
        var isDevelopmentBuild: Bool?
        var domainCount = 1
        var index = 0
        var found: [String] = []
        var words = ""

        var testDescription: String { entries.joined(separator: " ") }
    }

    static let rows: [Row] = [
        Row(entries: ["applinks:example.com", "webcredentials:*.example.com"]),
        Row(
            entries: ["applinks:https://example.com"], found: ["entitlement-malformed error"],
            words:
                "The app “Shop” lists “applinks:https://example.com”, which has a scheme (“https://”). Expected: applinks:example.com."
        ),
        Row(
            entries: ["applinks:example.com?mode=developer"], found: ["entitlement-developer-mode warning"],
            words: "If it is released as it is"),
        Row(
            entries: ["applinks:example.com?mode=developer"], isDevelopmentBuild: false,
            found: ["entitlement-developer-mode warning"], words: "It is signed for release"),
        Row(entries: ["applinks:example.com?mode=developer"], isDevelopmentBuild: true),
        Row(
            entries: ["applinks:example.com?mode=developer", "applinks:example.com"],
            found: ["entitlement-developer-mode info"], words: "the entry without this mode counts"),
        Row(
            entries: ["applinks:example.com?mode=developer", "webcredentials:example.com", "applinks:*.example.com"],
            found: ["entitlement-developer-mode warning"]),
        Row(entries: ["applinks:example.com?mode=managed"]),
        Row(entries: ["applinks:example.com"], domainCount: 30),
        Row(
            entries: ["applinks:example.com"], domainCount: 31, found: ["entitlements-too-many-domains warning"],
            words: "lists 31 domains; Apple used to advise no more than 20 to 30"),
        Row(entries: ["applinks:example.com"], domainCount: 31, index: 1),
    ]

    @Test(arguments: rows)
    func judgesTheEntries(_ row: Row) {
        var observation = Seen.domain(Seen.answer(200, ExpectationTests.file))
        observation.target.listings = [
            AppListing(
                app: "Shop", appID: nil, source: "Shop.ipa", entries: row.entries, domainCount: row.domainCount,
                index: row.index, isDevelopmentBuild: row.isDevelopmentBuild)
        ]
        let found = Judge().judge(observation).findings.filter { $0.code.rawValue.hasPrefix("entitlement") }
        #expect(found.map { "\($0.code.rawValue) \($0.severity.rawValue)" } == row.found)
        #expect(found.map(\.message).joined().contains(row.words) || row.words.isEmpty, "\(found.map(\.message))")
        #expect(found.allSatisfy { $0.location == .domain && $0.evidence["source"] == "Shop.ipa" })
    }

    @Test func aMissingFileBehindAWildcardIsCalledSo() {
        for (isWildcard, code) in [(true, FindingCode.wildcardApexMissing), (false, .fileMissing)] {
            var observation = Seen.domain(Seen.status(404))
            observation.target.isWildcard = isWildcard
            let report = Judge().judge(observation)
            #expect(report.findings.map(\.code) == [code])
            #expect(report.findings.first?.remedy.contains("the file on example.com itself") == isWildcard)
            #expect(report.verdicts.allSatisfy { $0.because == [code] })
        }
        // A redirect is the cause for every service that needs the file.
        var redirect = Seen.domain(Seen.redirect(to: "https://www.example.com/"))
        redirect.target.isWildcard = true
        #expect(Judge().judge(redirect).findings.contains { $0.code == .redirect })
    }

    @Test(arguments: [
        (["applinks:example.com", "webcredentials:example.com"], false, ["applinks", "webcredentials"]),
        (["appclips:example.com", "applinks:example.com"], false, ["applinks"]),
        (["appclips:example.com"], true, ["appclips"]), (["links:example.com"], true, []),
    ])
    func expectsTheAppForItsServices(entries: [String], isAppClip: Bool, services: [String]) {
        var listing = AppListing(
            app: "Shop", appID: ExpectationTests.app, source: "", entries: entries, domainCount: 1, index: 0,
            isAppClip: isAppClip)
        #expect(listing.expectations.apps.map(\.text) == services.map { "\($0):\(ExpectationTests.app)" })
        listing.appID = nil
        #expect(listing.expectations.isEmpty)
    }
}
