import Audit
import Findings
import Testing

@testable import Reports

/// The answer to “do links open the app”, by system and by app, in as few lines as possible.
struct VerdictTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var verdicts: String
        var because: [FindingCode] = []
        var apps: [String] = []
        var services: [String] = []
        var text: String

        var testDescription: String { verdicts + apps.joined() }
    }

    private static let news = "A1B2C3D4E5.com.acme.news"
    private static let shop = "A1B2C3D4E5.com.acme.shop"

    static let rows: [Row] = [
        Row(verdicts: "yyyy", text: "  Do links open the app? Yes, on every Apple system.\n"),
        Row(
            verdicts: "YYYY",
            text: """
                  Do links open the app? Probably, on every Apple system (not documented by
                    Apple).

                """),
        Row(
            verdicts: "nnnn", because: [.redirect],
            text: "  Do links open the app? No, not on any Apple system (redirect).\n"),
        Row(
            verdicts: "NNNN", because: [.appIDDuplicate],
            text: """
                  Do links open the app? No, not on any Apple system (app-id-duplicate; not
                    documented by Apple).

                """),
        Row(verdicts: "????", text: "  Do links open the app? Unknown for all Apple systems.\n"),
        // Developer mode is one of the systems.
        Row(
            verdicts: "nnn?", because: [.tlsCertificateExpired],
            text: """
                  Do links open the app?
                    iOS 9.3 and later  no       (tls-certificate-expired)
                    developer mode     unknown  (tls-certificate-expired)

                """),
        Row(
            verdicts: "??N?", because: [.tlsChainIncomplete],
            text: """
                  Do links open the app?
                    iOS 9.3 to 13 and developer mode  unknown  (tls-chain-incomplete)
                    iOS 14 and later                  no       (tls-chain-incomplete; not
                                                               documented by Apple)

                """),
        Row(
            verdicts: "nnYY", because: [.redirect],
            text: """
                  Do links open the app?
                    iOS 9.3 to 13     no        (redirect)
                    iOS 14 and later  probably  (not documented by Apple)

                """),
        Row(
            verdicts: "yyyy", apps: ["\(shop) yyyy", "\(news) yyyy"],
            text: """
                  Do links open the app? Yes, on every Apple system, for com.acme.shop and
                    com.acme.news.

                """),
        Row(
            verdicts: "nyyy", because: [.expectedAppMissing],
            apps: ["*\(news) nnnn", "*\(shop) nyyy", "A1B2C3D4E5.com.acme.mail nyyy"],
            text: """
                  Do links open the app?
                    com.acme.news (expected)
                      every Apple system  no   (expected-app-missing)
                    com.acme.shop (expected) and com.acme.mail
                      iOS 9.3 to 12       no   (expected-app-missing)
                      iOS 13 and later    yes

                """),
        Row(
            verdicts: "??yy", services: ["appclips"],
            text: """
                  Do its other services work?
                    iOS 9.3 to 13     unknown
                    iOS 14 and later  yes

                """),
    ]

    @Test(arguments: rows)
    func saysItInFewLines(_ row: Row) {
        let report = VerdictSentenceTests.Case(
            status: .warn, verdicts: row.verdicts, because: row.because, apps: row.apps, services: row.services,
            sentence: ""
        ).report
        let note = """
                The results assume that Apple's CDN received the same response last time.

            """
        #expect(TextReport(isOneOfMany: true).render(report).contains("\n\n" + row.text + note + "\n"))
    }

    /// A result that depends on Apple's copy, as in `case`, is not presented as that of the server.
    @Test(
        arguments: [(nil, true), (.unchecked, true), (.inSync, false), (.outOfSync, false), (.fetchFailed, false)]
            as [(CDNState?, Bool)])
    func namesItsSourceUnlessItIsTheCopy(_ state: CDNState?, _ isNamed: Bool) throws {
        var report = Samples.redirecting
        if let state {
            var copy = LocationReport(url: "https://cdn.example/a/v1/example.com", outcome: .served)
            copy.state = state
            report.cdn = copy
        }
        let page = try PageSink.page(SampleRun(domains: [report]))
        for text in [TextReport().render(report), page.replacing("&#39;", with: "'")] {
            #expect(text.contains("received the same response") == isNamed, "\(text)")
        }
    }

    @Test func cutsNamesThatNobodyCouldRead() {
        let name = AppNames([])[String(repeating: "a", count: 5000)]
        #expect(name.count == 80)
    }

    @Test(arguments: [
        (["A1B2C3D4E5.com.acme.a"], "com.acme.a"),
        (["A1B2C3D4E5.com.acme.a", "Z1B2C3D4E5.com.acme.a"], "A1B2C3D4E5.com.acme.a"),
        (["com.acme.a"], "com.acme.a"), (["A1B2C3D4E5."], "A1B2C3D4E5."), ([""], ""),
    ])
    func namesAnAppSoThatItIsNoOther(appIDs: [String], name: String) {
        #expect(AppNames(appIDs)[appIDs[0]] == name)
    }
}
