import Findings
import Testing

@testable import AppSiteAssociation

struct RuleMalformedCheckTests {
    static let fixtures: [MarkedFile] = [
        .paths("\"/a\", ⟦error rule-malformed⟧1, ⟦error rule-malformed⟧{\"/\": \"/b\"}"),
        .detail("\"paths\": ⟦error rule-malformed⟧\"*\""),
        .detail("\"components\": ⟦error rule-malformed⟧{\"/\": \"/a\"}"),
        .components("⟦error rule-malformed⟧\"/a/*\", {\"/\": \"/b\"}"),
        .components(
            "{\"/\": \"/a\", \"exclude\": ⟦warning rule-malformed⟧\"true\", \"caseSensitive\": ⟦warning rule-malformed⟧0}"
        ),
        .components("{\"/\": \"/a\", \"comment\": 7}"),
        .components("{\"/\": \"/a\"}", links: "\"defaults\": ⟦error rule-malformed⟧[]"),
        .components(
            "{\"/\": \"/a\"}",
            links: "\"defaults\": {\"percentEncoded\": ⟦warning rule-malformed⟧\"no\", \"/\": ⟦error rule-malformed⟧1}"),
    ]

    @Test(arguments: fixtures)
    func valuesThatAreNotRulesAreFound(fixture: MarkedFile) { fixture.check(.ruleMalformed) }

    @Test func theCorrectedRuleIsQuoted() {
        let files: [MarkedFile] = [
            .components("\"NOT /a/*\", {\"/\": \"/c\", \"exclude\": \"true\"}, {\"/\": \"*\"}"),
            .components("\"/b\", {\"/\": \"/c\"}"),
        ]
        let remedies = files.flatMap(\.findings).map(\.remedy)
        #expect(remedies.contains("Write { \"/\": \"/a/*\", \"exclude\": true }."))
        #expect(remedies.contains("Write { \"/\": \"/b\" }."))
        #expect(remedies.contains("Write \"exclude\": true."))
    }

    @Test(arguments: [("\"true\"", true), ("1", true), ("\"false\"", false), ("null", false)])
    func anExclusionThatIsNotReadOpensTheApp(value: String, isMeant: Bool) throws {
        let file = MarkedFile.components("{\"/\": \"/a/*\", \"exclude\": \(value)}, {\"/\": \"*\"}")
        let finding = try #require(file.findings.first { $0.code == .ruleMalformed })
        #expect(finding.impact.hasPrefix("The rule excludes nothing") == isMeant)
    }
}
