import Findings
import Testing

@testable import AppSiteAssociation

struct DefaultsNarrowRulesCheckTests {
    static let fixtures: [MarkedFile] = [
        .components("{\"#\": \"*\"}", links: "\"defaults\": {\"/\": ⟦warning defaults-narrow-rules⟧\"/foo/*\"}"),
        .components(
            "{\"#\": \"*\"}",
            links:
                "\"defaults\": {\"exclude\": ⟦warning defaults-narrow-rules⟧true, \"?\": ⟦warning defaults-narrow-rules⟧{\"a\": \"1\"}, \"#\": ⟦warning defaults-narrow-rules⟧\"x\"}"
        ),
        .detail("\"defaults\": {\"/\": ⟦warning defaults-narrow-rules⟧\"/foo\"}, \"components\": [{\"#\": \"*\"}]"),
        .components(
            "{\"/\": \"/a\"}",
            links:
                "\"defaults\": {\"caseSensitive\": false, \"percentEncoded\": false, \"exclude\": false, \"/\": \"*\"}"),
    ]

    @Test(arguments: fixtures)
    func settingsThatNarrowEveryRuleAreFound(fixture: MarkedFile) { fixture.check(.defaultsNarrowRules) }
}
