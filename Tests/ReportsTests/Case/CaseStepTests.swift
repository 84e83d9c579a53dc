import Audit
import Findings
import Records
import Testing

@testable import Reports

struct CaseStepTests {
    /// If only Apple's copy does not match a link, the judge decides whether waiting is enough, not the text of a remedy.
    @Test(arguments: [true, false], ["Wait.", nil])
    func waitsOnlyForACopyOfACorrectFile(needsServerFix: Bool, remedy: String?) throws {
        var report = Samples.passing
        let copy = Samples.exchange("good.example", body: Samples.modernFile.replacing("/buy/*", with: "/sell/*"))
        report.cdn = LocationReport(
            url: Samples.url("good.example"), outcome: .served, exchange: copy, state: .outOfSync)
        report.findings = [
            Finding(
                .cdnDiffers, location: .cdn, message: "It differs.", remedy: remedy,
                evidence: needsServerFix ? [Finding.serverFixKey: true] : [:])
        ]
        let request = try LinkRequest("https://good.example/buy/7")
        let first = try #require(CaseAnswer(.init(request: request), report).steps.first)
        #expect(first.finding == report.findings.first)
        let isOutdated = if case .copyIsOutdated = first.kind { true } else { false }
        #expect(isOutdated == !needsServerFix)
    }
}
