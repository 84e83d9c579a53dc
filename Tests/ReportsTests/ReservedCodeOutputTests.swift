import Audit
import Findings
import Reports
import TestSupport
import Testing

/// Codes whose checks are not built yet appear in no output.
struct ReservedCodeOutputTests {
    static let outputs: [(name: String, text: String)] = [
        ("the table of explain", ExplainText.table()), ("the reference page", ReferencePage.markdown()),
        ("the schema", (try? Repository.reportSchema()) ?? ""), ("SARIF", rendered(SARIFReport())),
        ("Prometheus", rendered(PrometheusReport())), ("HTML", rendered(HTMLRenderer())),
        ("suggestions", FindingCode.reserved.flatMap { ExplainText.suggestions(for: $0.rawValue) }.description),
    ]

    private static func rendered(_ renderer: some DocumentRenderer) -> String {
        (try? SampleRun(domains: Samples.all).rendered(renderer)) ?? ""
    }

    @Test(arguments: outputs)
    func isNotTold(_ output: (name: String, text: String)) {
        #expect(!output.text.isEmpty, "\(output.name)")
        for code in FindingCode.reserved {
            #expect(!output.text.contains(code.rawValue), "\(code.rawValue) is in \(output.name)")
        }
    }
}
