import Findings
import Testing

@testable import AppSiteAssociation

struct DetailsCheckTests {
    static let fixtures: [MarkedFile] = [
        MarkedFile("{\"applinks\": ⟦info applinks-apps-missing⟧⟦warning details-missing⟧{}}"),
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": ⟦warning details-missing⟧[]}}"),
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": ⟦warning details-missing⟧{}}}"),
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": ⟦error details-malformed⟧\"x\"}}"),
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": ⟦error details-malformed⟧null}}"),
        MarkedFile(
            "{\"applinks\": {\"apps\": [], \"details\": [⟦error details-malformed⟧\"x\", ⟦error details-malformed⟧[]]}}"
        ),
        MarkedFile(
            "{\"applinks\": {\"apps\": [], \"details\": ⟦warning details-legacy-dictionary⟧{\"A1B2C3D4E5.com.acme.app\": {\"paths\": [\"/a\"]}}}}"
        ),
        MarkedFile(
            "{\"applinks\": {\"apps\": [], \"details\": ⟦warning details-legacy-dictionary⟧{\"A1B2C3D4E5.com.acme.app\": ⟦error details-malformed⟧[]}}}"
        ),
        MarkedFile(
            "{\"applinks\": {\"apps\": [], \"details\": ⟦error details-malformed⟧{\"appID\": \"A1B2C3D4E5.com.acme.app\", \"paths\": [\"/a\"]}}}"
        ),
        MarkedFile(
            "{\"applinks\": {\"apps\": ⟦warning applinks-apps-not-empty⟧[\"A1B2C3D4E5.com.acme.app\"], \"details\": ⟦warning details-missing⟧[]}}"
        ),
        .components("{\"/\": \"/a\"}"),
        // One mistake causes one error.
        MarkedFile("{\"applinks\": {\"apps\": [], ⟦error details-missing⟧\"detail\": []}}"),
        MarkedFile("{\"applinks\": {\"apps\": [], ⟦error details-missing⟧\"Details\": [], \"detalles\": []}}"),
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": ⟦warning details-missing⟧[], \"detail\": []}}"),
        MarkedFile("{\"applinks\": ⟦warning details-missing⟧{\"apps\": [], \"paths\": []}}"),
    ]

    @Test func aMisspellingIsReportedOnce() throws {
        let findings = MarkedFile("{\"applinks\": {\"apps\": [], \"detail\": [{}]}}").findings
        #expect(findings.map(\.code) == [.detailsMissing])
        #expect(findings.first?.pointer == "/applinks/detail")
        #expect(findings.first?.remedy == "Ask the file's maintainers to write \"details\" instead of \"detail\".")
    }

    @Test(arguments: fixtures)
    func theShapeOfAppLinksIsChecked(fixture: MarkedFile) {
        fixture.check(
            .detailsMissing, .detailsMalformed, .detailsLegacyDictionary, .applinksAppsMissing, .applinksAppsNotEmpty)
    }
}
