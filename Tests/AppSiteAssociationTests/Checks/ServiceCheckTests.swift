import Findings
import Testing

@testable import AppSiteAssociation

struct ServiceCheckTests {
    static let fixtures: [MarkedFile] = [
        MarkedFile("⟦error service-none⟧{}"),
        MarkedFile("⟦error service-none⟧{\"appLinks\": {}}"),
        MarkedFile("{\"messagefilter\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\"]}}"),
        MarkedFile("{\"messagefilter\": {\"apps\": ⟦error service-malformed⟧{}}}"),
        MarkedFile("{\"classificationreport\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\"]}}"),
        MarkedFile("{\"classificationreport\": ⟦error service-malformed⟧[]}"),
        MarkedFile("{\"authsrv\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\"]}}"),
        MarkedFile("{\"applinks\": ⟦error service-malformed⟧[]}"),
        MarkedFile("{\"webcredentials\": ⟦error service-malformed⟧[\"A1B2C3D4E5.com.acme.app\"]}"),
        MarkedFile("{\"webcredentials\": ⟦error service-malformed⟧null}"),
        MarkedFile("{\"webcredentials\": {\"apps\": ⟦error service-malformed⟧\"A1B2C3D4E5.com.acme.app\"}}"),
        MarkedFile("{\"appclips\": {\"apps\": ⟦error service-malformed⟧{}}}"),
        MarkedFile("{\"appclips\": ⟦error service-malformed⟧{\"details\": []}}"),
        MarkedFile("{\"activitycontinuation\": {\"apps\": [⟦error service-malformed⟧7, \"A1B2C3D4E5.com.acme.app\"]}}"),
        // Hosting platforms generate empty services, which are harmless.
        MarkedFile(
            "{\"appclips\": {\"apps\": ⟦info service-empty⟧[]}, \"webcredentials\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\"]}}"
        ),
        MarkedFile(
            "{\"applinks\": {\"details\": [{\"appIDs\": [\"A1B2C3D4E5.com.acme.app\"]}]}, \"appclips\": ⟦info service-empty⟧{}}"
        ),
        // A file with only empty services is probably a mistake.
        MarkedFile(
            "{\"appclips\": {\"apps\": ⟦warning service-empty⟧[]}, \"webcredentials\": ⟦warning service-empty⟧{}}"),
        MarkedFile("{\"applinks\": {\"apps\": ⟦warning service-malformed⟧{}, \"details\": []}}"),
    ]

    @Test func theImpactIsThatOfTheService() throws {
        let finding = try #require(MarkedFile("{\"webcredentials\": []}").findings.first)
        #expect(finding.impact == "This section is ignored, so password AutoFill and passkeys will not work.")
    }

    @Test(arguments: fixtures)
    func servicesOfTheWrongFormAreFound(fixture: MarkedFile) {
        fixture.check(.serviceNone, .serviceMalformed, .serviceEmpty)
    }
}
