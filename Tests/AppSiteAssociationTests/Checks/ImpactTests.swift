import Findings
import Testing

@testable import AppSiteAssociation

/// Impacts are consistent with the results of a file's rules, like verdicts and matches.
struct ImpactTests {
    static let fixtures: [MarkedFile] = [
        // Another rule opens the intended links, before or after the wrong one.
        .paths("\"*\", ⟦info rule-never-matches⟧\"/a b\""),
        .paths("⟦info rule-misses-links⟧\"/?page=*\", \"/\""),
        .paths("⟦error rule-misses-links⟧\"/a/?page=*\", \"/\""),
        .paths("⟦info rule-misses-links⟧\"https://acme.test/\", \"/*\""),
        .paths("\"/a/*\", ⟦info rule-host-in-path⟧\"/www.acme.com/a/b\""),
        .paths("\"/a/*\", ⟦warning rule-host-in-path⟧\"/www.acme.com/b\""),
        .paths("⟦info variable-in-paths⟧\"/$(lang)/*\", \"/*\""),
        .components("{\"/\": \"*\"}, {\"/\": ⟦info variable-undefined⟧\"/$(food)\"}"),
        .components("⟦info rule-malformed⟧\"/b\", {\"/\": \"/*\"}"),
        .components("{\"/\": \"/a\", \"exclude\": true}, ⟦error rule-malformed⟧\"/b\", {\"/\": \"/a/*\"}"),
        .paths("⟦info rule-malformed⟧{\"/\": \"/a/b\"}, \"/a/*\""),
        // Without an exclusion, nothing opens either.
        .paths("\"/b\", ⟦info rule-never-matches⟧\"NOT /a b\""),
        .paths("⟦info rule-not-prefix-malformed⟧\"NOT  /a\", \"/b\""),
        .paths("⟦error rule-not-prefix-malformed⟧\"NOT  /a\", \"/*\""),
        // If nothing opens only because of another rule, the rule is still wrong.
        .paths("\"*\", ⟦error rule-not-prefix-malformed⟧\"NOT  /a\""),
        .paths("\"NOT /a*\", ⟦error rule-never-matches⟧\"/a b\", \"/b\""),
        .components("{\"/\": ⟦info rule-not-prefix-malformed⟧\"NOT /a\"}, {\"/\": \"/b\"}"),
        // A rule that matches too much makes no difference.
        .components("{\"/\": \"/a\", \"?\": {\"x\": ⟦info rule-widened⟧7}}, {\"/\": \"/a\"}"),
        .components("{\"/\": \"/a\", \"?\": {\"x\": ⟦error rule-widened⟧7}}, {\"/\": \"/b\"}"),
        .components("{\"/\": \"/x\", \"?\": {\"id\": \"*\"}}, {\"/\": \"/x\"}"),
        // A wrong rule cannot compensate for another one.
        .components(
            "{\"/\": \"/a\", \"?\": ⟦error rule-widened⟧[\"x\"]}, {\"/\": \"/a\", \"?\": ⟦error rule-widened⟧[\"y\"]}"),
        .components("{\"/\": ⟦error rule-widened⟧7}, {\"/\": ⟦error rule-never-matches⟧\"/a b\"}"),
        .components(
            """
            {"/": "/x", "?": {"id": ⟦info rule-looser-than-it-looks⟧"*"}},
            {"/": "/x", "?": {"qr": ⟦info rule-looser-than-it-looks⟧"*"}}
            """),
        .paths("\"*\", \"/home?*\""),
        // Current systems probably accept lower case, as `match` reports, too.
        .paths("⟦warning rule-not-prefix-malformed⟧\"not /a\", \"*\""),
        .paths("⟦info rule-not-prefix-malformed⟧\"not /a\", \"/b\""),
        // Inherited values affect other rules, too.
        .components(
            "{\"#\": \"a\"}, {\"#\": \"b\", \"/\": \"/*\"}, {\"/\": \"/*\"}",
            links: "\"defaults\": {\"/\": ⟦error rule-never-matches⟧\"/a b\"}"),
    ]

    @Test(arguments: fixtures)
    func problemsOfRulesWithoutEffectHaveNoImpact(fixture: MarkedFile) {
        fixture.check(
            .ruleNeverMatches, .ruleMissesLinks, .ruleHostInPath, .variableInPaths, .variableUndefined, .ruleMalformed,
            .ruleNotPrefixMalformed, .ruleWidened, .ruleLooserThanItLooks)
        let codes = Set(fixture.expected.map(\.code)).subtracting(["rule-looser-than-it-looks"])
        for finding in fixture.findings where codes.contains(finding.code.rawValue) {
            #expect(finding.impact.hasPrefix("None: ") == (finding.severity == .info), "\(finding.impact)")
        }
    }

    private static let app = "\"A1B2C3D4E5.com.acme.app\""

    private static func file(_ entry: String, apps: String = "\"apps\": [], ") -> MarkedFile {
        MarkedFile("{\"applinks\": {\(apps)\"details\": [{\(entry)}]}}")
    }

    /// Paths next to components, which affect only iOS 12 and earlier.
    static let paths: [MarkedFile] = [
        file(
            "\"appID\": \(app), \"appIDs\": [\(app)], \"components\": [{\"/\": \"/a\"}], \"paths\": [⟦warning rule-never-matches⟧\"/a b\", \"/a\"]"
        ),
        file(
            "\"appID\": \(app), \"appIDs\": [\(app)], \"components\": [{\"/\": \"*\"}], \"paths\": [\"*\", ⟦warning rule-unreachable⟧\"NOT /a\"]"
        ),
        file(
            "\"appID\": \(app), \"appIDs\": [\(app)], \"components\": [{\"/\": \"/a\"}], \"paths\": ⟦warning detail-forms-disagree⟧[\"/b\"]"
        ),
        // Earlier systems do not read paths without an "appID", or without the empty "apps" that they require.
        file(
            "\"appIDs\": [\(app)], \"components\": [{\"/\": \"/a\"}], \"paths\": [\"/b\", \"/a b\", \"*\", \"NOT /c\"]"),
        file("\"appIDs\": [\(app)], \"components\": [{\"/\": \"/a\"}], \"paths\": [\"/b\"]"),
        file("\"appID\": \(app), \"components\": [{\"/\": \"/a\"}], \"paths\": [\"/b\"]", apps: ""),
    ]

    @Test(arguments: paths)
    func pathsThatOnlyOldSystemsReadAffectOnlyThem(fixture: MarkedFile) {
        fixture.check(.ruleNeverMatches, .ruleUnreachable, .detailFormsDisagree)
        for finding in fixture.findings where finding.severity == .warning {
            #expect(finding.impact.contains("iOS 12 and earlier"), "\(finding.impact)")
        }
    }

    private static func entries(_ first: String, _ second: String) -> MarkedFile {
        MarkedFile(
            "{\"applinks\": {\"apps\": [], \"details\": [{\"appID\": \(app), \"paths\": [\(first)]},\n{\(second)}]}}")
    }

    static let duplicates: [MarkedFile] = [
        entries("\"/a\"", "\"appID\": ⟦warning app-id-duplicate⟧\(app), \"paths\": [\"/b\"]"),
        entries("\"/a/*\"", "\"appID\": ⟦info app-id-duplicate⟧\(app), \"paths\": [\"/a/b\", \"NOT /c\"]"),
        entries("\"*\"", "\"appID\": ⟦info app-id-duplicate⟧\(app)"),
        entries("\"NOT /a\", \"*\"", "\"appID\": ⟦warning app-id-duplicate⟧\(app), \"paths\": [\"*\"]"),
    ]

    @Test(arguments: duplicates)
    func aSecondEntryHasAnImpactIfItOpensMore(fixture: MarkedFile) throws {
        fixture.check(.appIDDuplicate)
        let finding = try #require(fixture.findings.first { $0.code == .appIDDuplicate })
        #expect(finding.impact.hasPrefix("None: ") == (finding.severity == .info))
        // `lint` and `match` express the same certainty.
        #expect(finding.message.lowercased().contains(AppDetail.clauseAboutSecondEntry.lowercased()))
        let matcher = LinkMatcher(AssociationFile(try JSONDocument(text: fixture.text)))
        let note = matcher.explain(try LinkURL("https://acme.test/z")).details.last?.note
        #expect(note?.contains(AppDetail.clauseAboutSecondEntry) == true)
    }
}
