import Findings
import Testing

@testable import AppSiteAssociation

struct RuleNeverMatchesCheckTests {
    static let fixtures: [MarkedFile] = [
        // Case-insensitively, the kelvin sign equals a k.
        .components("{\"/\": \"/\\u212A*\", \"caseSensitive\": false}"),
        .paths("⟦error rule-misses-links⟧\"/item?id=*\", \"/items\""),
        .paths("⟦error rule-misses-links⟧\"https://www.acme.com/a/*\""),
        .paths("⟦info rule-misses-links⟧\"/item?id=*\", \"/item\""),
        .paths("⟦error rule-misses-links⟧\"/a/?utm=1&x=2\""),
        .paths("⟦error rule-never-matches⟧\"/#/settings\""),
        .paths("⟦info rule-never-matches⟧\"/my page\", ⟦error rule-never-matches⟧\"/café/*\", \"/my%20page\""),
        .paths("⟦error rule-never-matches⟧\"NOT /my page\", \"/*\""),
        .paths("⟦error rule-never-matches⟧\"/user/{id}\", ⟦error rule-never-matches⟧\"/user/<id>\""),
        .components("{\"/\": ⟦error rule-never-matches⟧\"/a b\"}, {\"/\": \"/a b\", \"percentEncoded\": false}"),
        .components("{\"/\": ⟦error rule-misses-links⟧\"/a%20b\", \"percentEncoded\": false}, {\"/\": \"/a%20b\"}"),
        .components("{\"/\": ⟦error rule-misses-links⟧\"/item?id=*\"}"),
        .components("{\"?\": {\"a\": ⟦error rule-never-matches⟧\"1&b=2\"}}"),
        .components("{\"?\": ⟦error rule-never-matches⟧\"a=1#x\"}, {\"#\": ⟦error rule-never-matches⟧\"x y\"}"),
        .components(
            "⟦error rule-never-matches⟧{\"/\": \"/$(none)\"}", links: "\"substitutionVariables\": {\"none\": []}"),
        // The reason is the same for any other content of the pattern.
        .paths("⟦error rule-never-matches⟧\"https://www.acme.com/a b\", ⟦error rule-never-matches⟧\"/item?id=*#a\""),
        .components("{\"/\": ⟦error rule-misses-links⟧\"/i?a=1\", \"?\": {\"ä b\": \"1\"}}"),
        // A pattern in the defaults is reported once.
        .components(
            "{\"#\": \"a\"}, {\"#\": \"b\"}", links: "\"defaults\": {\"/\": ⟦error rule-never-matches⟧\"/a b\"}"),
        // These can match.
        .paths(
            "\"/help?*\", \"/id/????\", \"/v?/a=b\", \"/a//b\", \"abc\", \"*abc\", \"/\", \"/a;b=c\", \"/a|b\", \"/[a]\""
        ),
        .paths("\"/redirect/https://*\", \"a\", \"?\", \"\""),
        .components(
            "{\"?\": \"\"}, {\"?\": \"a=1&b=2\"}, {\"#\": \"\"}, {\"#\": \"!/a?b=c\"}, {\"?\": {\"a\": \"b=c\"}}"),
        .components("{\"/\": \"/café/#?\", \"percentEncoded\": false}, {\"/\": \"/100%\", \"percentEncoded\": false}"),
        .components("{\"/\": \"/$(x)/b\"}", links: "\"substitutionVariables\": {\"x\": [\"/a\", \"\"]}"),
    ]

    @Test(arguments: fixtures)
    func rulesThatMatchNothingAreFound(fixture: MarkedFile) { fixture.check(.ruleNeverMatches, .ruleMissesLinks) }

    @Test(arguments: [
        ("\"https://www.acme.com/a/*\"", "Write \"/a/*\"."),
        ("\"NOT /my page\", \"*\"", "Write \"NOT /my%20page\"."),
        ("\"/café\"", "Write \"/caf%C3%A9\"."),
        ("\" /a \"", "Write \"/a\"."),
    ])
    func theCorrectedRuleIsQuoted(rule: String, remedy: String) {
        #expect(MarkedFile.paths(rule).findings.contains { $0.remedy == remedy })
    }

    /// A single rule cannot be moved to "paths", which iOS 13 and later ignore next to "components".
    @Test(arguments: [
        (
            "\"/item?id=7\"", FindingCode.ruleMissesLinks,
            "write \"/item\", which matches with any query. To match the query, add \"components\" with every rule of the entry, this one as { \"/\": \"/item\", \"?\": { \"id\": \"7\" } }, because"
        ),
        (
            "\"/#/settings\"", .ruleNeverMatches,
            "\"paths\" cannot match fragments: add \"components\" with every rule of the entry, this one as { \"/\": \"/\", \"#\": \"/settings\" }, because"
        ),
        (
            "\"/$(lang)/a\"", .variableInPaths,
            "Add \"components\" with every rule of the entry, this one as { \"/\": \"/$(lang)/a\" }, because"
        ),
        (
            "{\"/\": \"/a\", \"#\": \"b\"}", .ruleMalformed,
            "Add \"components\" with every rule of the entry, this one as {\"/\": \"/a\", \"#\": \"b\"}, because"
        ),
    ])
    func remedyMovesEveryRuleIfOneNeedsComponents(rule: String, code: FindingCode, remedy: String) throws {
        let finding = try #require(MarkedFile.paths("\(rule), \"/b\"").findings.first { $0.code == code })
        #expect(finding.remedy.contains(remedy + " iOS 13 and later then ignore \"paths\"."), "\(finding.remedy)")
    }

    @Test func rulesThatPathsCanExpressStayThere() {
        let findings = MarkedFile.paths("{\"/\": \"/a\", \"exclude\": true}, \"/*\"").findings
        #expect(findings.contains { $0.code == .ruleMalformed && $0.remedy == "Write \"NOT /a\"." })
    }

    @Test func aQueryIsMovedToItsKey() {
        let findings = MarkedFile.components("{\"/\": \"/item?id=*&a=1\"}").findings
        #expect(findings.contains { $0.remedy == "Write \"/\": \"/item\", \"?\": { \"id\": \"?*\", \"a\": \"1\" }." })
    }

    @Test(arguments: [
        ("\"/a b\"", "Links that this rule should open"),
        ("\"NOT /a b\", \"*\"", "Pages that this exclusion should keep"),
    ])
    func theImpactIsThatOfTheRule(rules: String, impact: String) throws {
        let finding = try #require(MarkedFile.paths(rules).findings.first { $0.code == .ruleNeverMatches })
        #expect(finding.impact.hasPrefix(impact))
    }
}
