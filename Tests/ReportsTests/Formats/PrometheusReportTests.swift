import Findings
import Foundation
import Reports
import Runs
import Testing

@testable import Audit

struct PrometheusReportTests {
    private func lines(_ run: SampleRun) throws -> [String] {
        try run.rendered(PrometheusReport()).split(separator: "\n").map(String.init)
    }

    @Test func countsStatusesAndCodes() throws {
        let lines = try lines(SampleRun(domains: Samples.all))
        for line in [
            "aasa_audit_info{version=\"1.0.0\",rules=\"1\"} 1",
            "aasa_audit_domains{status=\"pass\"} 1", "aasa_audit_domains{status=\"warn\"} 0",
            "aasa_audit_domains{status=\"fail\"} 3",
            "aasa_audit_findings{code=\"redirect\",severity=\"error\"} 1",
            "aasa_audit_findings{code=\"file-empty\",severity=\"error\"} 0",
            "aasa_audit_run_start_timestamp_seconds 1777636800.250",
            "aasa_audit_run_end_timestamp_seconds 1777636861.750",
            "aasa_audit_run_duration_seconds 61.500", "aasa_audit_run_complete 1",
            "aasa_audit_certificate_left_days{domain=\"old.example\",port=\"443\"} -3",
            "aasa_audit_certificate_not_after_timestamp_seconds{domain=\"good.example\",port=\"443\"} 1782820800.250",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.count { $0.hasPrefix("aasa_audit_findings{") } == FindingCode.inUse.count)
        #expect(!lines.contains { $0.contains("bad.example") }, "a date that cannot be read has no figure")
    }

    @Test func waivedFindingsDoNotCount() throws {
        var report = Samples.redirecting
        report.findings[0].waived = Waiver(reason: "It is known.")
        let lines = try lines(SampleRun(domains: [report]))
        #expect(lines.contains("aasa_audit_findings{code=\"redirect\",severity=\"error\"} 0"))
    }

    @Test func samplesOfAMetricStandTogetherUnderItsHead() throws {
        var changes = RunChanges(previousRun: "x", previousStartedAt: Samples.days(-1))
        changes.new = 2
        var seen: Set<String> = []
        var current = ""
        for line in try lines(SampleRun(domains: Samples.all, complete: false, changes: changes)) {
            if line.hasPrefix("# HELP ") {
                current = line.split(separator: " ").map(String.init)[2]
                #expect(seen.insert(current).inserted, "\(current) comes twice")
            } else if line.hasPrefix("# TYPE ") {
                #expect(line == "# TYPE \(current) gauge")
            } else {
                #expect(line.prefix { $0 != "{" && $0 != " " } == current)
            }
        }
        #expect(seen.contains("aasa_audit_finding_changes"))
    }

    @Test(arguments: HostileTexts.all)
    func labelsStayLabels(text: String) throws {
        var report = Samples.passing
        report.domain = DomainID(host: text)
        let line = try #require(
            try lines(SampleRun(domains: [report])).first { $0.hasPrefix("aasa_audit_certificate_left_days{") })
        #expect(line.hasSuffix("\",port=\"443\"} 60"))
        let value = line.dropFirst("aasa_audit_certificate_left_days{domain=\"".count).dropLast(
            "\",port=\"443\"} 60".count)
        let rest = value.replacing("\\\\", with: "").replacing("\\\"", with: "").replacing("\\n", with: "")
        #expect(!rest.contains("\"") && !rest.contains("\\"), "\(line)")
    }
}
