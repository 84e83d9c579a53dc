import Findings
import Testing

@testable import AppSiteAssociation

struct RuleWidenedCheckTests {
    static let fixtures: [MarkedFile] = [
        .components("{\"/\": ⟦error rule-widened⟧1}"),
        .components("{\"#\": ⟦error rule-widened⟧null}"),
        .components("{\"/\": \"/a\", \"?\": ⟦error rule-widened⟧[\"x\"]}"),
        .components("{\"?\": {\"a\": \"1\", \"flag\": ⟦error rule-widened⟧true}}"),
        .components("⟦error rule-widened⟧{}, {\"/\": \"/a\"}"),
        .components("⟦error rule-widened⟧{\"comment\": \"all\", \"exclude\": true}, {\"/\": \"/a\"}"),
        // The last component may be empty: a deliberate rule for everything.
        .components("{\"/\": \"/a\"}, {}"),
        // Its path comes from the defaults.
        .components("{\"comment\": \"\"}, {\"/\": \"/a\"}", links: "\"defaults\": {\"/\": \"/b\"}"),
    ]

    @Test(arguments: fixtures)
    func rulesThatMatchMoreThanWrittenAreFound(fixture: MarkedFile) { fixture.check(.ruleWidened) }

    @Test func rulesBehindAnEmptyOneAreNotReportedAgain() {
        MarkedFile.components("{}, {\"/\": \"/a\"}, {\"/\": \"/b\", \"exclude\": true}").check(.ruleUnreachable)
    }
}
