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
        // The identifier of an app in the App Store, where that of the team belongs.
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
        entry("\"appID\": ⟦error app-id-placeholder⟧\"A1B2C3D4E5.com.example.app\""),
        entry("\"appID\": ⟦error app-id-placeholder⟧\"A1B2C3D4E5.com.yourcompany.app\""),
        // No templates: words that only begin like one.
        entry("\"appID\": \"A1B2C3D4E5.com.examples.app\""),
        entry("\"appID\": \"A1B2C3D4E5.com.yourgolftravel.app\""),
        // The quartet names its app twice; it is told once.
        entry("\"appIDs\": [⟦error app-id-placeholder⟧\"TEAMID.com.acme.app\"], \"appID\": \"TEAMID.com.acme.app\""),
        MarkedFile("{\"appclips\": {\"apps\": [⟦error app-id-placeholder⟧\"TEAMID.com.acme.app.Clip\"]}}"),
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": [⟦error app-id-missing⟧{\"paths\": [\"/a\"]}]}}"),
        entry("\"appIDs\": ⟦error app-id-missing⟧[]"),
        // An empty `appIDs` beside an `appID` is told as a disagreement.
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

    @Test(arguments: fixtures)
    func appIdentifiersAreChecked(fixture: MarkedFile) {
        fixture.check(.appIDMissing, .appIDMalformed, .appIDPlaceholder, .appIDDuplicate, .detailAppIDsDisagree)
    }

    @Test(arguments: [
        "applinks:A1B2C3D4E5.com.acme.app", " A1B2C3D4E5.com.acme.app", " applinks:A1B2C3D4E5.com.acme.app ",
    ])
    func theCorrectedIdentifierIsQuoted(identifier: String) {
        let findings = Self.entry("\"appID\": \"\(identifier)\"").findings
        #expect(findings.contains { $0.remedy == "Write \"A1B2C3D4E5.com.acme.app\"." })
    }
}
