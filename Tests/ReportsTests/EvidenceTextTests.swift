import Basics
import Findings
import Records
import Testing
import Transport

@testable import Audit
@testable import Reports

struct EvidenceTextTests {
    @Test func pointsIntoTheFile() {
        var report = Samples.passing
        report.status = .fail
        report.findings = [
            Finding(.serviceNone, location: .wellKnown, message: "Seen.", pointer: "/applinks", line: 1, column: 2)
        ]
        let expected = """
              error  service-none  at .well-known, line 1, column 2
                Seen.
                What to do: Ask the file's maintainers to add an "applinks" section, as in
                    Apple's example, and to check the spelling of the keys.
                To be fixed by: The file's maintainers, usually the app's developers.
                Impact: The file has no effect. Links open the browser instead of the app on
                    every Apple system.
                Other effects: Password AutoFill, passkeys and App Clips for this domain use
                    the same file; whether they are affected is not known.
                Evidence:
                  in the file: /applinks
                  1 | {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.app"], "c
                    |  ^

            """
        #expect(TextReport().render(report).contains(expected))
    }

    @Test func saysTheSameAdviceOnce() {
        var report = Samples.passing
        report.findings = (1...30).map {
            Finding(.ruleNeverMatches, location: .wellKnown, message: "Rule \($0) never matches.")
        }
        let text = TextReport().render(report)
        #expect(text.components("error  rule-never-matches") == FindingViews.maxPerCode)
        #expect(text.components("    What to do: ") == 1)
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.components("The same applies to 29 more findings of rule-never-matches.") == 1)
        #expect(text.contains("and 10 more rule-never-matches; -v and the JSON report list all of them."))
        #expect(TextReport(detail: .verbose).render(report).components("error  rule-never-matches") == 30)
    }

    @Test(arguments: [(FindingLocation.wellKnown, true), (.root, true), (.domain, false)])
    func showsTheAnswerOfALocationOnce(location: FindingLocation, isShown: Bool) {
        var report = Samples.redirecting
        report.findings = [FindingCode.httpForbidden, .contentTypeWrong].map {
            Finding($0, location: location, message: "Seen.")
        }
        #expect(TextReport().render(report).components("      response: ") == (isShown ? 1 : 0))
    }

    @Test func writesEvidenceInWords() {
        var report = Samples.unreachable
        report.findings[0].evidence = [
            "afterMs": .number(2449), "kind": "timeout", "alsoAt": ["root", "cdn"], "isSet": true, "isNot": false,
            "nested": ["toHTTP": 1, "list": [["a": .null]]],
        ]
        let expected = """
                Evidence:
                  same result at: /apple-app-site-association, Apple's CDN
                  is set: yes
                  nested:
                    redirects to plain http: 1
                    list:
                      1:
                        a: none

            """
        #expect(TextReport().render(report).contains(expected))
        let verbose = TextReport(detail: .verbose).render(report)
        #expect(verbose.contains("      kind: timeout\n"))
        #expect(verbose.contains("      after: 2.4 s\n"))
        #expect(verbose.contains("      is not: no\n"))
    }

    /// If the file is not available, as in a stored report, its line is taken from the finding.
    @Test func showsThePlaceWithoutTheFile() {
        var report = Samples.redirecting
        let finding = Finding(
            .jsonInvalid, location: .wellKnown, message: "Not JSON.",
            evidence: [
                "found": "‘,’",
                "excerpt": .string(
                    String(repeating: "a", count: 100) + ",}\n" + String(repeating: " ", count: 100) + "^"),
            ],
            line: 4, column: 101)
        report.findings = [finding]
        let expected = """
                Evidence:
                  4 | …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,}
                    |                                    ^
            """
        #expect(TextReport().render(report).contains(expected))
        report.findings[0].evidence = [:]
        #expect(!TextReport().render(report).contains(" | "))
    }

    @Test func namesTheChecksThatAnUnreadableFilePrevents() {
        var report = Samples.redirecting
        report.findings = [
            Finding(.wellKnownMissing, location: .wellKnown, message: "Seen."),
            Finding(.jsonInvalid, location: .root, message: "Seen."),
        ]
        #expect(
            TextReport().render(report)
                .contains("Not checked (reason: json-invalid): the apps and rules in the file."))
    }
}

extension String {
    /// Returns the number of occurrences of `part` in the text.
    fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
