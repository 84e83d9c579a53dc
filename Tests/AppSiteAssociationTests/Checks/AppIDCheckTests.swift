import Findings
import Testing

@testable import AppSiteAssociation

struct AppIDCheckTests {
    private static func entry(_ ids: String) -> MarkedFile {
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": [{\(ids), \"paths\": [\"/a\"]}]}}")
    }

    static let fixtures: [MarkedFile] = [
        entry("\"appID\": \"A1B2C3D4E5.com.acme.app\""),
        entry("\"appIDs\": [\"123456789A.com.acme.App-2\"]"),
        // The App Store's identifier of the app instead of the team's identifier.
        entry("\"appIDs\": [⟦warning app-id-malformed⟧\"6744744763.com.acme.App-2\"]"),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"DEVELOPMENT_TEAM.PRODUCT_BUNDLE_IDENTIFIER\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"A1B2C3D4E5.PRODUCT_BUNDLE_IDENTIFIER\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"团队ID.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"ИДКОМАНДЫ.com.acme.app\""),
        entry("\"appID\": \"A1B2C3D4E5.com.acme.team-app\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\"com.acme.app\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\"\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\"A1B2C3D4E5\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\"A1B2C3D4E5.\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\" A1B2C3D4E5.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\"applinks:A1B2C3D4E5.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\"A1B2C3D4E5.*\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\"a1b2c3d4e5.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-malformed⟧\"A1B2C3D4E5.com acme\""),
        entry("\"appID\": ⟦warning app-id-malformed⟧\"A1B2C3D4E5.com.acme_app\""),
        entry("\"appID\": ⟦error app-id-malformed⟧[\"A1B2C3D4E5.com.acme.app\"]"),
        entry("\"appIDs\": ⟦error app-id-malformed⟧\"A1B2C3D4E5.com.acme.app\""),
        entry("\"appIDs\": [⟦error app-id-malformed⟧1, \"A1B2C3D4E5.com.acme.app\"]"),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"TEAMID.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"TeamID.BundleID\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"<TEAM>.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"$(AppIdentifierPrefix)com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"YOURTEAMID.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"XXXXXXXXXX.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"ABCDE12345.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"9JA89QQLNQ.com.apple.wwdc\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"ABC.com.example.app\""),
        // Sample projects can be installed with their own identifiers.
        entry("\"appID\": ⟦warning app-id-placeholder⟧\"A1B2C3D4E5.com.example.app\""),
        entry("\"appID\": ⟦warning app-id-placeholder⟧\"A1B2C3D4E5.com.Example.apple-samplecode.Fruta\""),
        entry("\"appID\": ⟦warning app-id-placeholder⟧\"A1B2C3D4E5.org.reactjs.native.example.Shop\""),
        entry("\"appID\": \"A1B2C3D4E5.org.reactjs.native.Shop\""),
        // Sequences, adjacent keys and pairs.
        entry("\"appID\": ⟦error app-id-placeholder⟧\"12345ABCDE.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"1234567890.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"0123456789.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"ABCDEFGHIJ.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"54321EDCBA.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"ABC123DEFG.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"QWERTYUIOP.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"ASDFGQWERT.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"ABABABABAB.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"1212121212.com.acme.app\""),
        entry("\"appID\": \"ABCD1EFGH2.com.acme.app\""),
        entry("\"appID\": \"ABC12DEF34.com.acme.app\""),
        entry("\"appID\": \"QWE5RT7YU9.com.acme.app\""),
        entry("\"appID\": \"AB12CD34EF.com.acme.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"A1B2C3D4E5.com.yourcompany.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"Team ID.com.acme.app\""),
        // Words that only begin like a placeholder are not reported.
        entry("\"appID\": \"A1B2C3D4E5.com.examples.app\""),
        entry("\"appID\": \"A1B2C3D4E5.com.yourgolftravel.app\""),
        // Both keys must be corrected, and each identifier of a list is reported once.
        entry(
            "\"appIDs\": [⟦error app-id-placeholder⟧\"TEAMID.com.acme.app\"], \"appID\": ⟦error app-id-placeholder⟧\"TEAMID.com.acme.app\""
        ),
        entry(
            "\"appID\": ⟦error app-id-malformed⟧\"com.acme.app\", \"appIDs\": [⟦error app-id-malformed⟧\"com.acme.app\", \"com.acme.app\"]"
        ),
        MarkedFile("{\"appclips\": {\"apps\": [⟦error app-id-placeholder⟧\"TEAMID.com.acme.app.Clip\"]}}"),
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": [⟦error app-id-missing⟧{\"paths\": [\"/a\"]}]}}"),
        entry("\"appIDs\": ⟦error app-id-missing⟧[]"),
        // An empty `appIDs` next to an `appID` is reported as a disagreement.
        entry("\"appIDs\": ⟦error detail-app-ids-disagree⟧[], \"appID\": \"A1B2C3D4E5.com.acme.app\""),
        entry(
            "\"appIDs\": ⟦warning detail-app-ids-disagree⟧[\"A1B2C3D4E5.com.acme.two\"], \"appID\": \"A1B2C3D4E5.com.acme.app\""
        ),
        entry(
            "\"appIDs\": ⟦warning detail-app-ids-disagree⟧[\"A1B2C3D4E5.com.acme.app\", \"A1B2C3D4E5.com.acme.two\"], \"appID\": \"A1B2C3D4E5.com.acme.app\""
        ),
        entry("\"appIDs\": [\"A1B2C3D4E5.com.acme.app\"], \"appID\": \"A1B2C3D4E5.com.acme.app\""),
        MarkedFile(
            """
            {"applinks": {"apps": [], "details": [
            {"appIDs": ["A1B2C3D4E5.com.acme.app", "A1B2C3D4E5.com.acme.app"], "paths": ["/a"]},
            {"appIDs": ["A1B2C3D4E5.com.acme.two", ⟦warning app-id-duplicate⟧"A1B2C3D4E5.com.acme.app"], "paths": ["/b"]}]},
            "webcredentials": {"apps": ["A1B2C3D4E5.com.acme.app"]}}
            """),
    ]

    private static func services(_ links: String, _ passwords: String, clip: String = "") -> MarkedFile {
        MarkedFile(
            """
            {"applinks": {"apps": [], "details": [{"appIDs": [\(links)], "paths": ["/a"]}]},
            "webcredentials": {"apps": [\(passwords)]}\(clip.isEmpty ? "" : ", \"appclips\": {\"apps\": [\(clip)]}")}
            """)
    }

    static let similar: [MarkedFile] = [
        services("\"GUV7DP77U2.com.in.sta\"", "⟦warning app-id-similar⟧\"GUV7DP77U2.com.com.in.sta\""),
        services("\"GUV7DP77U2.com.acme.App\"", "⟦warning app-id-similar⟧\"GUV7DP77U2.com.acme.app\""),
        services("\"GUV7DP77U2.com.acme.app\"", "⟦warning app-id-similar⟧\"GUV7DP77V2.com.acme.app\""),
        services("\"GUV7DP77U2.com.waldweg.app\"", "⟦warning app-id-similar⟧\"GUV7DP77U2.com.wladweg.app\""),
        // Different apps: other endings, digits, short names, and identifiers that both services list.
        services("\"GUV7DP77U2.com.acme.app\"", "\"GUV7DP77U2.com.acme.app2\""),
        services("\"GUV7DP77U2.com.acme.app1\"", "\"GUV7DP77U2.com.acme.app2\""),
        services("\"GUV7DP77U2.com.acme.ios\"", "\"GUV7DP77U2.com.acme.iot\""),
        services("\"GUV7DP77U2.com.acme.driver\"", "\"GUV7DP77U2.com.acme.drivers\""),
        services("\"GUV7DP77U2.com.acme.app\"", "\"GUV7DP77U2.com.acme.app.beta\""),
        services(
            "\"GUV7DP77U2.com.in.sta\", \"GUV7DP77U2.com.com.in.sta\"",
            "\"GUV7DP77U2.com.in.sta\", \"GUV7DP77U2.com.com.in.sta\""),
        services(
            "\"GUV7DP77U2.com.acme.app\"", "\"GUV7DP77U2.com.acme.app\"",
            clip: "\"GUV7DP77U2.com.acme.app.Clip\""),
    ]

    @Test(arguments: similar)
    func slipsBetweenServicesAreFound(fixture: MarkedFile) { fixture.check(.appIDSimilar) }

    @Test(arguments: [
        ("GUV7DP77U2", "is a Team ID without a bundle ID; expected Team ID, dot, bundle ID."),
        (
            "com.acme.app",
            "is a bundle ID without a Team ID: expected a 10-character Team ID before the first dot, found \"com\"."
        ),
        (
            "A1B2.com.acme.app",
            "has the wrong prefix: expected a 10-character Team ID before the first dot, found \"A1B2\" (4 characters)."
        ),
        ("XXXXXXXXXX.com.acme.app", "is a placeholder: its prefix is one repeated letter."),
        ("6744744763.com.acme.app", "has digits only; that looks like an App Store ID."),
    ])
    func messageNamesTheProblemOfTheIdentifier(identifier: String, words: String) {
        let findings = Self.entry("\"appID\": \"\(identifier)\"").findings
        #expect(findings.contains { $0.message.contains(words) }, "\(findings.map(\.message))")
    }

    @Test(arguments: fixtures)
    func appIdentifiersAreChecked(fixture: MarkedFile) {
        fixture.check(
            .appIDSimilar, .appIDMissing, .appIDMalformed, .appIDPlaceholder, .appIDDuplicate, .detailAppIDsDisagree)
    }

    @Test(arguments: [
        "applinks:A1B2C3D4E5.com.acme.app", " A1B2C3D4E5.com.acme.app", " applinks:A1B2C3D4E5.com.acme.app ",
    ])
    func theCorrectedIdentifierIsQuoted(identifier: String) {
        let findings = Self.entry("\"appID\": \"\(identifier)\"").findings
        #expect(findings.contains { $0.remedy == "Write \"A1B2C3D4E5.com.acme.app\"." })
    }
}
