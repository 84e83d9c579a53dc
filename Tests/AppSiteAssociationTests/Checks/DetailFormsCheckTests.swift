import Findings
import Testing

@testable import AppSiteAssociation

struct DetailFormsCheckTests {
    private static let app = "\"A1B2C3D4E5.com.acme.app\""
    private static func entry(_ mark: String, _ members: String) -> MarkedFile {
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": [\(mark){\(members)}]}}")
    }

    static let fixtures: [MarkedFile] = [
        entry("⟦info detail-legacy-only⟧", "\"appID\": \(app), \"paths\": [\"/a\"]"),
        entry("⟦info detail-modern-only⟧", "\"appIDs\": [\(app)], \"components\": [{\"/\": \"/a\"}]"),
        entry(
            "⟦info detail-forms-mixed⟧",
            "\"appID\": \(app), \"paths\": [\"/a\"], \"appIDs\": [\(app)], \"components\": [{\"/\": \"/a\"}]"),
        // Only iOS 12 and earlier are affected, as for an entry in the new form.
        entry("⟦info detail-forms-mixed⟧", "\"appIDs\": [\(app)], \"paths\": [\"/a\"]"),
        entry("⟦info detail-forms-mixed⟧", "\"appID\": \(app), \"components\": [{\"/\": \"/a\"}]"),
        entry(
            "⟦info detail-forms-mixed⟧",
            "\"appIDs\": [\(app)], \"paths\": [\"/a\"], \"components\": [{\"/\": \"/a\"}]"),
        entry("⟦info detail-forms-mixed⟧", "\"appID\": \(app), \"appIDs\": [\(app)], \"paths\": [\"/a\"]"),
        entry("⟦warning detail-rules-missing⟧", "\"appID\": \(app)"),
        entry("⟦info detail-modern-only⟧", "\"appIDs\": [\(app)], \"components\": ⟦error detail-rules-missing⟧[]"),
        entry(
            "⟦info detail-forms-mixed⟧",
            "\"appID\": \(app), \"appIDs\": [\(app)], \"paths\": [\"/a\"], \"components\": ⟦error detail-rules-missing⟧[]"
        ),
        entry("⟦info detail-legacy-only⟧", "\"appID\": \(app), \"paths\": ⟦warning detail-rules-missing⟧[]"),
        // Rules of the wrong form have their own findings.
        entry("", "\"appID\": \(app), \"paths\": \"*\""),
    ]

    @Test(arguments: fixtures)
    func formsAreDistinguished(fixture: MarkedFile) {
        fixture.check(.detailFormsMixed, .detailLegacyOnly, .detailModernOnly, .detailRulesMissing)
    }

    @Test func notesOnManyEntriesAreReportedOnce() throws {
        let entries = (0..<34).map { "{\"appID\": \"A1B2C3D4E5.com.acme.app\($0)\", \"paths\": [\"*\"]}" }
        let file = MarkedFile("{\"applinks\": {\"apps\": [], \"details\": [\n\(entries.joined(separator: ",\n"))\n]}}")
        #expect(file.findings.map(\.code) == [.detailLegacyOnly, .ruleMatchesEverything])
        let finding = try #require(file.findings.first)
        #expect(finding.message == "34 entries of \"details\" have \"paths\" and no \"components\".")
        #expect(finding.evidence["entries"] == 34)
        #expect(finding.line == 2)
        #expect(file.findings.last?.message.hasSuffix("So do rules of 33 other entries.") == true)
    }

    /// Entries that open nothing, so that their rules are not checked.
    static let unread: [MarkedFile] = [
        entry("⟦error app-id-missing⟧", ""),
        entry("⟦error app-id-missing⟧", "\"components\": []"),
        entry("⟦error app-id-missing⟧", "\"paths\": [\"*\", \"NOT /a\", \"/b c\", \"/\", 7]"),
        entry("⟦error app-id-missing⟧", "\"components\": [{}, {\"/\": 1}, {\"/\": \"/$(a)\"}, \"/b\"]"),
        entry("", "\"appIDs\": ⟦error app-id-missing⟧[], \"paths\": \"*\""),
        entry("", "\"appID\": \(app), \"appIDs\": ⟦error detail-app-ids-disagree⟧[], \"components\": [{}, {}]"),
        entry("", "\"appID\": ⟦error app-id-placeholder⟧\"TEAMID.com.acme.app\""),
        entry("", "\"appID\": ⟦error app-id-placeholder⟧\"TEAMID.com.acme.app\", \"paths\": [\"*\"]"),
    ]

    @Test(arguments: unread)
    func rulesOfEntriesThatOpenNothingAreNotReported(fixture: MarkedFile) throws {
        fixture.check(
            .appIDMissing, .appIDPlaceholder, .detailAppIDsDisagree, .detailRulesMissing, .ruleMatchesEverything,
            .ruleMalformed, .ruleWidened, .ruleUnreachable, .ruleNeverMatches, .ruleHomePageOnly, .variableUndefined)
        let file = try #require(FileJudge.judge(Array(fixture.text.utf8), location: .file).file)
        let match = LinkMatcher(file).match(try LinkURL("https://acme.test/a"))
        #expect(match.apps.allSatisfy { !$0.isPossible })
    }

    private static func quartet(paths: String, components: String) -> MarkedFile {
        entry("", "\"appID\": \(app), \"appIDs\": [\(app)], \"paths\": \(paths), \"components\": \(components)")
    }

    static let pairs: [MarkedFile] = [
        quartet(paths: "[\"/a/*\"]", components: "[{\"/\": \"/a/*\"}]"),
        quartet(paths: "⟦warning detail-forms-disagree⟧[\"/a/*\"]", components: "[{\"/\": \"/b/*\"}]"),
        quartet(
            paths: "[\"NOT /a/x\", \"/a/*\"]", components: "[{\"/\": \"/a/x/\", \"exclude\": true}, {\"/\": \"/a/*\"}]"),
        quartet(
            paths: "⟦warning detail-forms-disagree⟧[\"/a/*\", \"NOT /a/x\"]",
            components: "[{\"/\": \"/a/x\", \"exclude\": true}, {\"/\": \"/a/*\"}]"),
        // Differences that are only due to query and fragment cannot be expressed in paths.
        quartet(
            paths: "[\"/a/*\"]", components: "[{\"#\": \"no_universal_links\", \"exclude\": true}, {\"/\": \"/a/*\"}]"),
        quartet(paths: "[\"/a/*\"]", components: "[{\"/\": \"/a/*\", \"?\": {\"id\": \"?*\"}}]"),
        quartet(paths: "[]", components: "[{\"/\": \"/a/*\"}]"),
        quartet(
            paths: "⟦warning detail-forms-disagree⟧[\"/b\"]", components: "[{\"/\": \"/a/*\", \"?\": {\"id\": \"?*\"}}]"
        ),
        // The same set of paths in another notation.
        quartet(paths: "[\"/a\", \"/a/?*\"]", components: "[{\"/\": \"/a/*\"}]"),
        quartet(paths: "[\"/a/*\"]", components: "[{\"/\": \"/a/*\", \"percentEncoded\": false}]"),
        // A wrong rule is reported, not its consequences.
        quartet(paths: "[\"/a/*\", \"/ä\"]", components: "[{\"/\": \"/b\"}]"),
    ]

    @Test(arguments: pairs)
    func oldAndNewRulesAreComparedByTheirLanguages(fixture: MarkedFile) { fixture.check(.detailFormsDisagree) }
}
