import Findings
import Foundation
import Testing

@testable import Audit
@testable import Reports

/// The names of domains on other ports, in every format.
struct DomainNameTests {
    static let report: DomainReport = {
        var report = Samples.redirecting
        report.domain = DomainID(host: "2001:db8::1", port: 8443)
        report.input = "[2001:db8::1]:8443"
        return report
    }()

    static let formats: [OutputFormat] = [.text, .md, .junit, .sarif, .github, .html, .mail]

    @Test(arguments: formats)
    func anIPv6AddressHasBracketsBeforeItsPort(format: OutputFormat) throws {
        let run = SampleRun(domains: [Self.report, Samples.passing])
        // GitHub's commands encode colons; in a mail, the port is outside the host's element.
        let text = try RunEndingTests.text(format, run).replacing("%3A", with: ":").replacing("</bdi>", with: "")
        #expect(text.contains("[2001:db8::1]:8443"))
        #expect(!text.contains(/[^\[d-]2001:db8::1:8443/))
    }

    @Test func anInvalidTargetKeepsItsOwnWords() {
        #expect(DomainReport(invalid: "a b:1", at: Samples.now).name == "a b:1")
    }
}
