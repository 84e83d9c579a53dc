import Findings
import Foundation
import Testing
import Transport

@testable import Audit
@testable import Records
@testable import Reports

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
            "aasa_audit_findings{code=\"redirect\",severity=\"error\",accepted=\"false\"} 1",
            "aasa_audit_findings{code=\"file-empty\",severity=\"error\",accepted=\"false\"} 0",
            "aasa_audit_run_start_timestamp_seconds 1777636800.250",
            "aasa_audit_run_end_timestamp_seconds 1777636861.750",
            "aasa_audit_run_duration_seconds 61.500", "aasa_audit_run_complete 1",
            "aasa_audit_last_complete_run_timestamp_seconds 1777636861.750",
            "aasa_audit_run_warning{code=\"clock-wrong\",effect=\"doubtful\"} 0",
            "aasa_audit_domain_status{domain=\"good.example\",port=\"443\",team=\"\",status=\"pass\"} 1",
            "aasa_audit_omitted_samples{metric=\"aasa_audit_domain_status\"} 0",
            "aasa_audit_certificate_not_after_timestamp_seconds{domain=\"good.example\",port=\"443\",team=\"\"} 1782820800.250",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.last == "# EOF")
        let codes = lines.filter { $0.hasPrefix("aasa_audit_findings{") }.compactMap {
            $0.firstMatch(of: /code="([^"]+)"/)?.1
        }
        #expect(Set(codes) == Set(FindingCode.allCases.map { Substring($0.rawValue) }))
        #expect(
            !lines.contains { $0.contains("not_after") && $0.contains("bad.example") },
            "a date that cannot be read has no figure")
    }

    @Test func acceptedFindingsAreCountedApart() throws {
        var report = Samples.redirecting
        report.findings[0].waived = Waiver(reason: "It is known.")
        report.people.team = "shop"
        let lines = try lines(SampleRun(domains: [report]))
        for line in [
            "aasa_audit_findings{code=\"redirect\",severity=\"error\",accepted=\"false\"} 0",
            "aasa_audit_findings{code=\"redirect\",severity=\"error\",accepted=\"true\"} 1",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    /// The severities are those of the configuration, also for codes without findings.
    @Test func severitiesAreThoseOfTheRun() throws {
        var report = Samples.redirecting
        report.findings[0].severity = .warning
        report.people.team = "shop"
        let severities: Evidence = ["redirect": "warning", "slow-response": "error"]
        let lines = try lines(SampleRun(domains: [report], options: ["severities": .object(severities)]))
        for line in [
            "aasa_audit_findings{code=\"redirect\",severity=\"warning\",accepted=\"false\"} 1",
            "aasa_audit_findings{code=\"slow-response\",severity=\"error\",accepted=\"false\"} 0",
            "aasa_audit_domain_status{domain=\"\(report.domain?.host ?? "")\",port=\"443\",team=\"shop\",status=\"fail\"} 1",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(!lines.contains { $0.hasPrefix("aasa_audit_findings{code=\"redirect\",severity=\"error\"") })
    }

    @Test(arguments: [(nil, "0"), (Samples.days(-1), "1777550400.250")] as [(Date?, String)])
    func aRunThatWasCutOffNamesTheLastThatWasNot(last: Date?, value: String) throws {
        let lines = try lines(SampleRun(domains: Samples.all, complete: false, previousCompletion: last))
        #expect(lines.contains("aasa_audit_last_complete_run_timestamp_seconds \(value)"))
        #expect(lines.contains("aasa_audit_run_complete 0"))
        let whole = SampleRun(domains: Samples.all, complete: false, previousCompletion: last)
        #expect(try SelectedRun(DomainSelection(teams: ["shop"]), of: whole).lastCompletion == last)
    }

    /// Of very many domains, only those with problems or certificates that end soon have samples; others are counted.
    @Test func samplesOfDomainsAreBounded() throws {
        var domains: [DomainReport] = []
        let count = PrometheusReport.maxDomains + 7
        for number in 0..<count {
            var report = number % 3 == 0 ? Samples.redirecting : Samples.passing
            report.domain = DomainID(host: "d\(number).example")
            domains.append(report)
        }
        let lines = try lines(SampleRun(domains: domains))
        let failing = (count + 2) / 3
        #expect(lines.count { $0.hasPrefix("aasa_audit_domain_status{") } == failing)
        #expect(!lines.contains { $0.contains("status=\"pass\"} 1") && $0.hasPrefix("aasa_audit_domain_status{") })
        #expect(lines.contains("aasa_audit_omitted_samples{metric=\"aasa_audit_domain_status\"} \(count - failing)"))
        let certified = lines.count { $0.hasPrefix("aasa_audit_certificate_not_after_timestamp_seconds{") }
        let omitted = try #require(
            lines.firstMatch(
                prefix: "aasa_audit_omitted_samples{metric=\"aasa_audit_certificate_not_after_timestamp_seconds\"} "))
        #expect(certified == 0)
        #expect(omitted == "\(domains.count { $0.certificate?.notAfter != nil })")
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
            } else if line != "# EOF" {
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
            try lines(SampleRun(domains: [report])).first { $0.hasPrefix("aasa_audit_domain_status{") })
        let end = "\",port=\"443\",team=\"\",status=\"pass\"} 1"
        #expect(line.hasSuffix(end))
        let value = line.dropFirst("aasa_audit_domain_status{domain=\"".count).dropLast(end.count)
        let rest = value.replacing("\\\\", with: "").replacing("\\\"", with: "").replacing("\\n", with: "")
        #expect(!rest.contains("\"") && !rest.contains("\\"), "\(line)")
    }
}

extension [String] {
    /// Returns the text after `prefix` in the first line that begins with it.
    fileprivate func firstMatch(prefix: String) -> String? {
        first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
}
