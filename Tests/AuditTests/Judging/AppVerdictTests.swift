import Audit
import Findings
import Testing
import Transport

/// The apps that links open if several apps are expected or listed.
struct AppVerdictTests {
    /// The served file and the expectations, then each app with its verdicts by system, and the result on iOS 14 and later.
    ///
    /// A capital letter marks a verdict that is based on observations only.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let seen: Observation
        let expected: [String]
        let apps: [String]
        let opensApp: LinkAnswer

        init(
            _ name: String, _ seen: Observation, expected: [String] = [], _ opensApp: LinkAnswer, _ apps: [String] = []
        ) {
            testDescription = name
            self.seen = seen
            self.expected = expected
            self.apps = apps
            self.opensApp = opensApp
        }
    }

    private static let news = "A1B2C3D4E5.com.acme.news"
    private static let shop = "A1B2C3D4E5.com.acme.shop"
    private static let template = "TEAMID.com.acme.app"

    private static func modern(_ apps: String..., rule: String = "/buy/*") -> String {
        let list = apps.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"appIDs":[\#(list)],"components":[{"/":"\#(rule)"}]}"#
    }
    private static func old(_ app: String) -> String { #"{"appID":"\#(app)","paths":["/buy/*"]}"# }
    private static func file(_ details: String...) -> String {
        #"{"applinks":{"apps":[],"details":[\#(details.joined(separator: ","))]}}"#
    }
    private static func at(_ text: String, type: String? = "application/json") -> Observation {
        Seen.domain(Seen.answer(200, text, type: type))
    }
    private static let credentials = #"{"webcredentials":{"apps":["\#(shop)"]}}"#

    static let rows: [Row] = [
        Row("one app", at(file(modern(shop))), .yes),
        Row("the one app that is expected", at(file(modern(shop))), expected: [shop], .yes),
        Row("two apps", at(file(modern(shop, news))), .yes, ["\(shop) nyyy", "\(news) nyyy"]),
        Row(
            "an app for earlier systems, too", at(file(modern(shop), old(news))),
            .yes, ["\(shop) nyyy", "\(news) yyyy"]),
        Row(
            "an app that cannot exist beside one that can", at(file(modern(template, shop))),
            .yes, ["\(template) nnnn", "\(shop) nyyy"]),
        Row(
            "the expected one of two", at(file(modern(shop, news))), expected: [news],
            .yes, ["\(news)* nyyy", "\(shop) nyyy"]),
        Row(
            "another app than the expected one", at(file(modern(shop))), expected: [news],
            .no, ["\(news)* nnnn", "\(shop) nyyy"]),
        Row(
            "one of two that are expected", at(file(modern(shop))), expected: [news, shop],
            .partly, ["\(news)* nnnn", "\(shop)* nyyy"]),
        Row(
            "both of two that are expected", at(file(modern(shop, news))), expected: [shop, news],
            .yes, ["\(shop)* nyyy", "\(news)* nyyy"]),
        Row(
            "one of two without rules", at(file(modern(shop), #"{"appIDs":["\#(news)"]}"#)), expected: [shop, news],
            .likely, ["\(shop)* nyyy", "\(news)* n?YY"]),
        Row(
            "a second entry is not read", at(file(modern(shop, rule: "/a b"), modern(shop))), expected: [shop, news],
            .no, ["\(shop)* n?NN", "\(news)* nnnn"]),
        Row("no file", Seen.domain(Seen.status(404)), expected: [shop, news], .no),
        Row("a generic type", at(file(modern(shop)), type: "application/octet-stream"), expected: [shop], .likely),
        Row(
            "another app under a generic type", at(file(modern(shop)), type: "application/octet-stream"),
            expected: [news], .no, ["\(news)* nnnn", "\(shop) n?YY"]),
        Row(
            "another app behind a redirect",
            Seen.domain(
                Seen.redirect(to: "https://www.example.com/x"),
                trail: Seen.trail(["https://www.example.com/x"], last: Seen.answer(200, file(modern(shop))))),
            expected: [news], .no, ["\(news)* nnnn", "\(shop) nnYY"]),
        Row("other services only", at(credentials), .noLinks),
        Row("links expected of other services only", at(credentials), expected: [shop], .no, ["\(shop)* nnnn"]),
        Row("the server does not answer", Seen.domain(Seen.broken(.timeout)), expected: [shop, news], .unknown),
    ]

    @Test(arguments: rows)
    func namesTheApps(_ row: Row) throws {
        var seen = row.seen
        seen.target.expectations = Expectations(apps: try row.expected.map { try Expectations.App($0) })
        let report = Judge().judge(seen)
        let apps = report.verdicts.first?.apps ?? []
        let letters = apps.indices.map { index in
            let letters = report.verdicts.map { verdict in
                Verdict(system: verdict.system, outcome: verdict.apps[index].outcome, because: []).letter
            }.joined()
            return "\(apps[index].appID)\(apps[index].isExpected ? "*" : "") \(letters)"
        }
        #expect(letters == row.apps)
        #expect(report.opensApp == row.opensApp)
        let codes = Set(report.findings.map(\.code))
        #expect(report.verdicts.allSatisfy { $0.apps.allSatisfy { codes.isSuperset(of: $0.because) } })
        #expect(report.verdicts.allSatisfy { $0.apps.map(\.appID) == apps.map(\.appID) })
    }

    @Test func aMissingAppIsTheReason() throws {
        var seen = Self.at(Self.file(Self.modern(Self.shop)))
        seen.target.expectations = try Expectations(apps: [.init(Self.news)])
        let verdict = try #require(Judge().judge(seen).verdicts.last)
        #expect(verdict.apps.map(\.because) == [[.expectedAppMissing], []])
        #expect(verdict.works == true)
    }

    @Test func ofManyAppsTheFirstAreJudged() throws {
        let apps = (0..<60).map { "\"A1B2C3D4E5.com.acme.a\($0)\"" }.joined(separator: ",")
        let file = Self.file(#"{"appIDs":[\#(apps)],"components":[{"/":"*"}]}"#)
        let verdict = try #require(Judge().judge(Self.at(file)).verdicts.last)
        #expect(verdict.apps.map(\.appID) == (0..<20).map { "A1B2C3D4E5.com.acme.a\($0)" })
    }
}
