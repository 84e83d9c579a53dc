import Audit
import Findings
import Testing

import struct Foundation.Date

@testable import Reports

struct VerdictSentenceTests {
    /// A case, whose verdicts are letters by system: yes, no or unknown; a capital letter marks an observed verdict.
    struct Case: Sendable, CustomTestStringConvertible {
        var status: DomainStatus
        var verdicts: String
        var because: [FindingCode] = []
        var findings: [FindingCode] = []
        var waived: [FindingCode] = []
        /// Apps with their verdicts; expected ones have a star.
        var apps: [String] = []
        var services: [String] = []
        var sentence: String

        var testDescription: String { sentence }

        var report: DomainReport {
            let letters = Array(verdicts)
            let file = FileReport(location: .wellKnown, isSigned: false, services: services, apps: [], bytes: nil)
            return DomainReport(
                Target(input: "example.com", domain: DomainID(host: "example.com")), status: status,
                verdicts: zip(AppleSystem.allCases, letters.indices).map { system, place in
                    let outcome = Verdict.Outcome(letters[place])
                    return Verdict(
                        system: system, outcome: outcome, because: outcome.isSuccess == true ? [] : because,
                        apps: apps.map { app in
                            let parts = app.split(separator: " ")
                            let outcome = Verdict.Outcome(Array(parts[1])[place])
                            return Verdict.App(
                                appID: String(parts[0].drop { $0 == "*" }), isExpected: app.hasPrefix("*"),
                                outcome: outcome, because: outcome.isSuccess == true ? [] : because)
                        })
                },
                file: services.isEmpty ? nil : file,
                findings: findings.map { Finding($0, location: .domain, message: "Seen.") }
                    + waived.map { code in
                        var finding = Finding(code, location: .domain, message: "Seen.")
                        finding.waived = Waiver(reason: "It is known.")
                        return finding
                    },
                startedAt: Samples.now)
        }
    }

    private static let news = "A1B2C3D4E5.com.acme.news"
    private static let shop = "A1B2C3D4E5.com.acme.shop"

    static let cases: [Case] = [
        Case(status: .pass, verdicts: "yyyy", sentence: "Links can open the app on every Apple system"),
        Case(
            status: .pass, verdicts: "nyyy", because: [.detailModernOnly],
            findings: [.detailModernOnly], sentence: "Links can open the app on iOS 13 and later"),
        Case(status: .pass, verdicts: "??yy", sentence: "Links can open the app on iOS 14 and later"),
        Case(status: .pass, verdicts: "????", sentence: "It is unknown whether links open the app"),
        Case(
            status: .warn, verdicts: "???Y", findings: [.contentTypeWrong],
            sentence: "It is unknown whether links open the app on iOS 14 and later; 1 warning"),
        Case(
            status: .pass, verdicts: "yY?Y", findings: [.signatureObsolete],
            sentence: "Links can open the app on iOS 9.3 to 13; for iOS 14 and later this is unknown"),
        Case(
            status: .pass, verdicts: "??YY", because: [.contentTypeGeneric], findings: [.contentTypeGeneric],
            sentence: "Links probably open the app on iOS 14 and later (observed, not documented by Apple)"),
        Case(
            status: .warn, verdicts: "YYYY", findings: [.detailsLegacyDictionary],
            sentence:
                "Links probably open the app on every Apple system (observed, not documented by Apple); 1 warning"),
        Case(
            status: .warn, verdicts: "yyyy", findings: [.locationsDiffer],
            sentence: "Links can open the app on every Apple system; 1 warning"),
        Case(
            status: .warn, verdicts: "nnnn", because: [.detailsMissing], findings: [.detailsMissing, .portUnusual],
            sentence: "Links open the browser instead of the app on every Apple system; 2 warnings"),
        Case(
            status: .fail, verdicts: "nnnn", because: [.fileMissing], findings: [.fileMissing],
            sentence: "Links open the browser instead of the app on every Apple system"),
        // “Every Apple system” is not used if the verdict for one system is unknown.
        Case(
            status: .fail, verdicts: "nnn?", because: [.tlsCertificateExpired], findings: [.tlsCertificateExpired],
            sentence: "Links open the browser instead of the app on iOS 9.3 and later"),
        Case(
            status: .fail, verdicts: "nnny", because: [.tlsCertificateExpired], findings: [.tlsCertificateExpired],
            sentence: "Links open the browser instead of the app on every Apple system, except in developer mode"),
        Case(
            status: .fail, verdicts: "nyny", because: [.cdnNotServed], findings: [.cdnNotServed],
            sentence:
                "Links open the browser instead of the app on every Apple system, except on iOS 13 and in developer mode"
        ),
        Case(
            status: .fail, verdicts: "yynn", because: [.wellKnownMissing], findings: [.wellKnownMissing],
            sentence: "Links open the browser instead of the app on iOS 14 and later"),
        Case(
            status: .fail, verdicts: "??N?", because: [.tlsChainIncomplete], findings: [.tlsChainIncomplete],
            sentence: "Links open the browser instead of the app on iOS 14 and later"),
        Case(
            status: .fail, verdicts: "nn??", because: [.redirect], findings: [.redirect],
            sentence: "Links open the browser instead of the app on iOS 9.3 to 13, and possibly on later systems"),
        Case(
            status: .fail, verdicts: "nnYY", because: [.redirect], findings: [.redirect],
            sentence: "Links open the browser instead of the app on iOS 9.3 to 13; on iOS 14 and later they "
                + "probably open the app (observed, not documented by Apple)"),
        Case(
            status: .fail, verdicts: "nyyy", because: [.detailModernOnly],
            findings: [.expectedAppMissing, .detailModernOnly],
            sentence: "Links can open the app on iOS 13 and later; 1 error: an expected app is missing"),
        Case(
            status: .fail, verdicts: "yyyy", findings: [.ruleNeverMatches, .ruleWidened],
            sentence: "Links can open the app on every Apple system; 2 errors, the first: a rule can never match"),
        Case(
            status: .fail, verdicts: "????", findings: [.httpServerError],
            sentence: "Links may open the browser instead of the app"),
        Case(
            status: .warn, verdicts: "yyyy", findings: [.locationsDiffer], waived: [.portUnusual, .encodingBOM],
            sentence: "Links can open the app on every Apple system; 1 warning"),
        Case(
            status: .fail, verdicts: "nnyy", because: [.redirect], findings: [.expectedAppMissing],
            waived: [.redirect],
            sentence: "Links can open the app on iOS 14 and later; 1 error: an expected app is missing"),
        // The verdict on the domain is reported nevertheless.
        Case(
            status: .pass, verdicts: "nnnn", because: [.redirect], waived: [.redirect],
            sentence: "Links open the browser instead of the app on every Apple system"),
        Case(
            status: .accepted, verdicts: "nnnn", because: [.redirect], waived: [.redirect],
            sentence: "Accepted (It is known); links open the browser instead of the app on every Apple system"),
        Case(
            status: .unreachable, verdicts: "????", findings: [.connectTimeout],
            sentence: "Not checked: nothing responds at the domain's address"),
        Case(status: .unreachable, verdicts: "", sentence: "Not checked"),
        Case(status: .invalid, verdicts: "", sentence: "This entry is not a valid domain"),
        // Apps.
        Case(
            status: .pass, verdicts: "yyyy", apps: ["\(shop) yyyy", "\(news) yyyy"],
            sentence: "Links can open com.acme.shop and com.acme.news on every Apple system"),
        Case(
            status: .pass, verdicts: "nyyy", apps: ["A1B2C3D4E5.com.acme.shop nyyy", "Z1B2C3D4E5.com.acme.shop nyyy"],
            sentence:
                "Links can open A1B2C3D4E5.com.acme.shop and Z1B2C3D4E5.com.acme.shop on iOS 13 and later"),
        Case(
            status: .pass, verdicts: "yyyy", apps: (1...9).map { "A1B2C3D4E5.com.acme.a\($0) yyyy" },
            sentence: "Links can open com.acme.a1, com.acme.a2, com.acme.a3 and 6 more on every Apple system"),
        Case(
            status: .fail, verdicts: "yyyy", because: [.expectedAppMissing], findings: [.expectedAppMissing],
            apps: ["*\(news) nnnn", "\(shop) yyyy"],
            sentence:
                "Links can open com.acme.shop on every Apple system, but the expected app com.acme.news is missing"),
        Case(
            status: .fail, verdicts: "??YY", because: [.expectedAppMissing], findings: [.expectedAppMissing],
            apps: ["*\(news) nnnn", "*A1B2C3D4E5.com.acme.mail nnnn", "\(shop) ??YY"],
            sentence: "Links probably open com.acme.shop on iOS 14 and later (observed, not documented by Apple), "
                + "but the expected apps com.acme.news and com.acme.mail are missing"),
        Case(
            status: .fail, verdicts: "yyyy", because: [.ruleNeverMatches], findings: [.ruleNeverMatches],
            apps: ["*\(news) nnnn", "*\(shop) yyyy"],
            sentence: "Links can open com.acme.shop on every Apple system, but not the expected app com.acme.news"),
        Case(
            status: .fail, verdicts: "nnnn", because: [.detailsMissing], findings: [.detailsMissing],
            apps: ["*\(news) nnnn", "*\(shop) nnnn"],
            sentence: "Links open the browser instead of the app on every Apple system"),
        // Other services.
        Case(
            status: .pass, verdicts: "yyyy", services: ["webcredentials"],
            sentence: "The file has no universal links; webcredentials works on every Apple system"),
        Case(
            status: .fail, verdicts: "nnnn", because: [.appIDMalformed], findings: [.appIDMalformed],
            services: ["webcredentials", "appclips"],
            sentence: "The file has no universal links; webcredentials and appclips do not work; 1 error: "
                + "an app identifier has the wrong format"),
    ]

    @Test(arguments: cases)
    func saysTheOutcomeInOneSentence(of example: Case) {
        #expect(VerdictSentence.text(example.report) == example.sentence)
    }

    /// A statement about every system is true for all systems, and every uncertainty is expressed.
    @Test(arguments: cases)
    func contradictsNoVerdict(of example: Case) {
        let sentence = VerdictSentence.text(example.report)
        let text = TextReport().render(example.report)
        if sentence.contains("every Apple system") {
            #expect(Set(example.verdicts).count == (sentence.contains("every Apple system, except") ? 2 : 1))
        }
        if example.report.opensApp == .likely { #expect(sentence.contains("not documented by Apple")) }
        if Set(example.verdicts).count == 1, Set(example.apps.map { $0.suffix(4) }).count < 2 {
            #expect(!text.contains(/\n    iOS .*  (yes|no|probably|partly|unknown)/))
        }
        for letter in Set(example.verdicts) where example.apps.isEmpty && Set(example.verdicts).count > 1 {
            #expect(text.contains("  \(Verdict.Outcome(letter).answer.word)"))
        }
    }

    @Test(arguments: Catalogue.entries.filter(\.preventsCheck).map(\.code))
    func titlesOfWhatCannotBeCheckedFitIntoTheSentence(code: FindingCode) {
        let first = Catalogue[code].title.split(separator: " ").first.map(String.init)
        #expect(["The", "No", "Nothing"].contains(first))
    }
}

struct RelativeTimeTests {
    @Test(arguments: [
        (0, "less than 2 minutes"), (-119, "less than 2 minutes"), (120, "2 minutes"), (7199, "119 minutes"),
        (7200, "2 hours"), (172_799, "47 hours"), (172_800, "2 days"), (-259_200, "3 days"),
        (31_536_000, "365 days"), (1e13, "a very long time"),
    ])
    func saysHowFarAwayAMomentIs(seconds: Double, expected: String) {
        let end = Samples.now.addingTimeInterval(seconds)
        #expect(RelativeTime.distance(from: Samples.now, to: end) == expected)
    }

    @Test(arguments: [
        (0, "0 ms"), (31.25, "31.3 ms"), (20.0004, "20 ms"), (999.9, "999.9 ms"), (2449, "2.4 s"), (60_000, "60 s"),
        (-1, "0 ms"), (.nan, "not known"), (.infinity, "not known"),
    ])
    func saysHowLongSomethingTook(milliseconds: Double, expected: String) {
        #expect(RelativeTime.duration(milliseconds) == expected)
    }
}

extension Verdict.Outcome {
    /// Creates the outcome of a letter: yes, no or unknown; a capital letter marks an observed outcome.
    init(_ letter: Character) {
        self =
            switch letter {
            case "y": .works
            case "Y": .observedToWork
            case "n": .doesNotWork
            case "N": .observedToFail
            default: .unknown
            }
    }
}
