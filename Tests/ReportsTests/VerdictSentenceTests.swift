import Audit
import Findings
import Testing

import struct Foundation.Date

@testable import Reports

struct VerdictSentenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var status: DomainStatus
        var works: [Bool?]
        var because: [FindingCode] = []
        var findings: [FindingCode] = []
        var waived: [FindingCode] = []
        var sentence: String

        var testDescription: String { sentence }
    }

    @Test(arguments: [
        Case(status: .pass, works: [true, true, true, true], sentence: "Links can open the app on iOS 9.3 and later"),
        Case(
            status: .pass, works: [false, true, true, true], because: [.detailModernOnly],
            findings: [.detailModernOnly], sentence: "Links can open the app on iOS 13 and later"),
        Case(status: .pass, works: [nil, nil, true, true], sentence: "Links can open the app on iOS 14 and later"),
        Case(status: .pass, works: [nil, nil, nil, nil], sentence: "The file is served as Apple asks"),
        Case(
            status: .warn, works: [true, true, true, true], findings: [.locationsDiffer],
            sentence: "Links can open the app on iOS 9.3 and later; 1 warning"),
        Case(
            status: .warn, works: [false, false, false, false], because: [.detailsMissing],
            findings: [.detailsMissing, .portUnusual],
            sentence: "Links open the browser on every Apple system; 2 warnings"),
        Case(
            status: .fail, works: [false, false, false, false], because: [.fileMissing], findings: [.fileMissing],
            sentence: "Links open the browser on every Apple system"),
        Case(
            status: .fail, works: [false, false, false, true], because: [.tlsCertificateExpired],
            findings: [.tlsCertificateExpired],
            sentence: "Links open the browser on every Apple system, except in developer mode"),
        Case(
            status: .fail, works: [true, true, false, false], because: [.wellKnownMissing],
            findings: [.wellKnownMissing], sentence: "Links open the browser on iOS 14 and later"),
        Case(
            status: .fail, works: [false, false, nil, nil], because: [.redirect], findings: [.redirect],
            sentence: "Links open the browser on iOS 9.3 to 13, perhaps on later systems too"),
        Case(
            status: .fail, works: [false, true, true, true], because: [.detailModernOnly],
            findings: [.expectedAppMissing, .detailModernOnly],
            sentence: "Links can open the app, but not everything works as it is written"),
        Case(
            status: .fail, works: [nil, nil, nil, nil], findings: [.httpServerError],
            sentence: "Links may open the browser"),
        Case(
            status: .warn, works: [true, true, true, true], findings: [.locationsDiffer],
            waived: [.portUnusual, .encodingBOM],
            sentence: "Links can open the app on iOS 9.3 and later; 1 warning"),
        Case(
            status: .fail, works: [false, false, true, true], because: [.redirect], findings: [.expectedAppMissing],
            waived: [.redirect], sentence: "Links can open the app, but not everything works as it is written"),
        // What systems do with the domain is told all the same.
        Case(
            status: .pass, works: [false, false, false, false], because: [.redirect], waived: [.redirect],
            sentence: "Links open the browser on every Apple system"),
        Case(
            status: .unreachable, works: [nil, nil, nil, nil], findings: [.connectTimeout],
            sentence: "Could not be checked: nothing answers at the domain's address"),
        Case(status: .unreachable, works: [], sentence: "Could not be checked"),
        Case(status: .invalid, works: [], sentence: "This is not a domain that can be checked"),
    ])
    func saysTheOutcomeInOneSentence(of example: Case) {
        let report = DomainReport(
            Target(input: "example.com", domain: DomainID(host: "example.com")), status: example.status,
            verdicts: zip(AppleSystem.allCases, example.works).map { system, works in
                Verdict(system: system, works: works, because: works == true ? [] : example.because)
            },
            findings: example.findings.map { Finding($0, location: .domain, message: "Seen.") }
                + example.waived.map { code in
                    var finding = Finding(code, location: .domain, message: "Seen.")
                    finding.waived = Waiver(reason: "It is known.")
                    return finding
                },
            startedAt: Samples.now)
        #expect(VerdictSentence.text(report) == example.sentence)
    }

    @Test(arguments: Catalogue.entries.filter(\.unreachable).map(\.code))
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
        #expect(RelativeTime.distance(Samples.now, Samples.now.addingTimeInterval(seconds)) == expected)
    }

    @Test(arguments: [
        (0, "0 ms"), (31.25, "31.3 ms"), (20.0004, "20 ms"), (999.9, "999.9 ms"), (2449, "2.4 s"), (60_000, "60 s"),
        (-1, "0 ms"), (.nan, "not known"), (.infinity, "not known"),
    ])
    func saysHowLongSomethingTook(milliseconds: Double, expected: String) {
        #expect(RelativeTime.duration(milliseconds) == expected)
    }
}
