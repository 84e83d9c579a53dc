import Findings
import Testing

@testable import AppSiteAssociation

struct RulesOnlyExcludeCheckTests {
    static let fixtures: [MarkedFile] = [
        MarkedFile(
            "{\"applinks\": {\"details\": [{\"appID\": \"A1B2C3D4E5.com.acme.app\", \"paths\": ⟦warning rules-only-exclude⟧[\"NOT /a\", \"NOT /b\"]}]}}"
        ),
        .detail("\"components\": ⟦warning rules-only-exclude⟧[{\"/\": \"/a\", \"exclude\": true}]"),
        .detail(
            "\"components\": ⟦warning rules-only-exclude⟧[{\"/\": \"/a\"}]", links: "\"defaults\": {\"exclude\": true}"),
        .detail("\"components\": [{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"/b\"}]"),
        // The ignored element may have been intended to include links.
        .detail("\"components\": [{\"/\": \"/a\", \"exclude\": true}, \"/b\"]"),
        .detail("\"components\": []"),
    ]

    @Test(arguments: fixtures)
    func listsThatOpenNothingAreFound(fixture: MarkedFile) { fixture.check(.rulesOnlyExclude) }
}

struct RuleHomePageOnlyCheckTests {
    static let fixtures: [MarkedFile] = [
        .paths("⟦warning rule-home-page-only⟧\"/\""),
        .paths("\"NOT /a\", ⟦warning rule-home-page-only⟧\"/\""),
        .components("⟦warning rule-home-page-only⟧{\"/\": \"/\"}"),
        .components(
            "{\"/\": \"/a\", \"exclude\": true}, ⟦warning rule-home-page-only⟧{\"/\": \"/\", \"comment\": \"x\"}"),
        .components("{\"/\": \"/\", \"?\": {\"a\": \"?*\"}}, {\"/\": \"/\", \"#\": \"a\"}"),
        .components("{\"/\": \"/\", \"#\": \"a\"}"),
        .paths("⟦warning rule-home-page-only⟧\"/\", \"/\", \"NOT /a\""),
        .paths("\"/\", \"/a\""),
        .paths("\"*\""),
        // The ignored element may have been intended as another rule.
        .paths("\"/\", 7"),
    ]

    @Test(arguments: fixtures)
    func listsForTheHomePageAloneAreFound(fixture: MarkedFile) { fixture.check(.ruleHomePageOnly) }
}

struct RuleMatchesEverythingCheckTests {
    static let fixtures: [MarkedFile] = [
        .paths("⟦info rule-matches-everything⟧\"*\""),
        .paths("\"/a\", ⟦info rule-matches-everything⟧\"/*\", \"*\""),
        .components("⟦info rule-matches-everything⟧{\"/\": \"*\", \"?\": {\"a\": \"*\"}, \"#\": \"*\"}"),
        .components("{\"/\": \"/a\"}, ⟦info rule-matches-everything⟧{}"),
        .components("⟦info rule-matches-everything⟧{\"/\": \"/*\", \"percentEncoded\": false}"),
        .paths("\"NOT /a\", \"*\""),
        .paths("\"/?*\""),
        .components("{\"/\": \"*\", \"?\": {\"a\": \"?*\"}}"),
        .components("{\"/\": \"*\", \"exclude\": true}"),
    ]

    @Test(arguments: fixtures)
    func rulesForTheWholeDomainAreFound(fixture: MarkedFile) { fixture.check(.ruleMatchesEverything) }
}

struct RuleNotPrefixMalformedCheckTests {
    static let fixtures: [MarkedFile] = [
        .paths("⟦error rule-not-prefix-malformed⟧\"NOT/a\", \"*\""),
        .paths(
            "⟦error rule-not-prefix-malformed⟧\"NOT  /a\", ⟦warning rule-not-prefix-malformed⟧\"not /b\", ⟦error rule-not-prefix-malformed⟧\" NOT /c\", \"*\""
        ),
        .paths("\"NOT /a\", \"NOTES/*\", \"notes\", \"not/here\", \"/NOT /x\", \"*\""),
        .components(
            "{\"/\": ⟦error rule-not-prefix-malformed⟧\"NOT /a\"}, {\"/\": ⟦error rule-not-prefix-malformed⟧\"NOT/b\"}, {\"/\": \"*\"}"
        ),
    ]

    @Test(arguments: fixtures)
    func malformedExclusionsAreFound(fixture: MarkedFile) { fixture.check(.ruleNotPrefixMalformed) }

    @Test func onlyTheCauseIsReported() {
        let codes = MarkedFile.paths("\"*\", \"NOT  /a\"").findings.map(\.code)
        #expect(!codes.contains(.ruleNeverMatches))
        #expect(!codes.contains(.ruleUnreachable))
        #expect(MarkedFile.paths("\"NOT/a\", \"*\"").findings.contains { $0.remedy == "Write \"NOT /a\"." })
        #expect(
            MarkedFile.components("{\"/\": \"NOT /a\"}, {\"/\": \"*\"}").findings.contains {
                $0.remedy == "Write \"/\": \"/a\", \"exclude\": true."
            })
    }
}
