import Findings
import Reports
import Testing

@testable import Audit

struct JUnitReportTests {
    private func parse(_ run: SampleRun) throws -> XMLContents { try XMLContents(run.rendered(JUnitReport())) }

    @Test func hasATestCaseForEachDomain() throws {
        let elements = try parse(SampleRun(domains: Samples.all)).elements
        let cases = elements.filter { $0.name == "testcase" }
        #expect(cases.count == 6)
        #expect(cases.map { $0.attributes["name"] }.prefix(3) == ["example.com", "good.example", "old.example"])
        let suite = try #require(elements.first { $0.name == "testsuite" }?.attributes)
        #expect(suite["tests"] == "6")
        #expect(suite["failures"] == "3")
        #expect(suite["errors"] == "2")
        #expect(suite["time"] == "61.500")
        #expect(suite["timestamp"] == "2026-05-01T12:00:00")
        #expect(elements.count { $0.name == "failure" } == 3)
        #expect(elements.filter { $0.name == "error" }.map { $0.attributes["type"] } == ["connect-refused", "invalid"])
        let failure = try #require(elements.first { $0.name == "failure" }?.attributes)
        #expect(failure["type"] == "redirect")
        #expect(failure["message"]?.hasSuffix("The server answers 301 and points elsewhere.") == true)
    }

    @Test func warningsAreOutputOfATestThatPasses() throws {
        var report = Samples.passing
        report.status = .warn
        report.findings = [Finding(.contentTypeWrong, location: .wellKnown, message: "The type is text/plain.")]
        let document = try parse(SampleRun(domains: [report]))
        #expect(!document.elements.contains { $0.name == "failure" || $0.name == "error" })
        #expect(document.elements.contains { $0.name == "system-out" })
        #expect(document.text.contains("The type is text/plain."))
    }

    @Test func anInterruptedRunIsNoSuccess() throws {
        let elements = try parse(SampleRun(domains: [Samples.passing], complete: false)).elements
        #expect(elements.first { $0.name == "testsuites" }?.attributes["errors"] == "1")
        #expect(elements.first { $0.name == "testsuites" }?.attributes["tests"] == "2")
        #expect(elements.first { $0.name == "error" }?.attributes["type"] == "interrupted")
    }

    @Test func isThereWhenThereIsNothing() throws {
        #expect(try parse(SampleRun(domains: [])).elements.first { $0.name == "testsuite" }?.attributes["tests"] == "0")
    }

    @Test(arguments: HostileTexts.all)
    func hostileTextsYieldValidXML(text: String) throws {
        let document = try parse(SampleRun(domains: [SampleRun.planted(text)]))
        let names: Set = ["testsuites", "testsuite", "properties", "property", "testcase", "failure"]
        #expect(Set(document.elements.map(\.name)) == names)
    }
}
