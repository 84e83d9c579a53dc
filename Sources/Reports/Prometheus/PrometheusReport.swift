import Audit
import Basics
import Findings
package import Records
import Transport

import struct Foundation.Date

/// The metrics of a run in Prometheus' text format 0.0.4, for the textfile collector of node_exporter.
///
/// Every code and every status has a sample, so that alerts detect the first occurrence as well. The collector does not
/// accept timestamps, so the time of the run is a separate metric.
package struct PrometheusReport: DocumentRenderer, Sendable {
    static let maxDomains = 10_000
    /// In runs with more than ``maxDomains``, only certificates that expire within this number of days have samples.
    static let urgentDays = 30.0

    private static let status = "aasa_audit_domain_status"
    private static let notAfter = "aasa_audit_certificate_not_after_timestamp_seconds"

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        var page = PrometheusPage()
        addRunMetrics(run, &page)
        try sink.write(page.take())
        // The samples of a metric must be contiguous, so the findings are counted here and written later.
        var findings = Self.emptyCounts(of: run.facts)
        page.beginMetric(Self.status, "1 for the status of a domain in the last run.")
        let omittedStatuses = try writeSamples(run, &page, sink) { report in
            for finding in report.findings {
                let isAccepted = finding.waived != nil
                let kind = FindingKind(code: finding.code, severity: finding.severity, isAccepted: isAccepted)
                findings[kind, default: 0] += 1
            }
            return (value: 1, labels: [("status", report.status.rawValue)], isUrgent: report.status != .pass)
        }
        addFindings(findings, &page)
        let urgentEnd = run.facts.startedAt.addingTimeInterval(Self.urgentDays * 86_400)
        page.beginMetric(Self.notAfter, "When the certificate that the domain showed ends, in Unix time.")
        let omittedCertificates = try writeSamples(run, &page, sink) { report in
            // A date that cannot be parsed has no sample.
            guard let notAfter = report.certificate?.notAfter else { return nil }
            return (value: notAfter.timeIntervalSince1970, labels: [], isUrgent: notAfter < urgentEnd)
        }
        page.beginMetric(
            "aasa_audit_omitted_samples",
            "Domains without a sample in a metric that has one for each domain, because there are too many.")
        page.addSample(Double(omittedStatuses), labels: [("metric", Self.status)])
        page.addSample(Double(omittedCertificates), labels: [("metric", Self.notAfter)])
        // A comment in the text format, which marks a complete page in OpenMetrics.
        try sink.write(page.take() + "# EOF\n")
    }

    private func addRunMetrics(_ run: any StoredRun, _ page: inout PrometheusPage) {
        page.beginMetric("aasa_audit_info", "The versions of the program and of its rules.")
        page.addSample(1, labels: [("version", run.facts.toolVersion), ("rules", run.facts.rulesVersion)])
        page.beginMetric("aasa_audit_domains", "Targets of the last run by status.")
        for status in DomainStatus.allCases {
            page.addSample(Double(run.summary[status]), labels: [("status", status.rawValue)])
        }
        if let changes = run.changes {
            page.beginMetric("aasa_audit_finding_changes", "Findings since the previous run, by kind.")
            let kinds: KeyValuePairs = [
                "new": changes.new, "still": changes.still, "returned": changes.returned, "fixed": changes.fixed,
            ]
            for (kind, count) in kinds { page.addSample(Double(count), labels: [("kind", kind)]) }
        }
        page.beginMetric("aasa_audit_run_start_timestamp_seconds", "When the last run began, in Unix time.")
        page.addSample(run.facts.startedAt.timeIntervalSince1970)
        page.beginMetric("aasa_audit_run_end_timestamp_seconds", "When the last run ended, in Unix time.")
        page.addSample(run.finishedAt.timeIntervalSince1970)
        page.beginMetric(
            "aasa_audit_last_complete_run_timestamp_seconds",
            "When the newest complete run ended, in Unix time; 0 if none is known.")
        page.addSample(run.lastCompletion?.timeIntervalSince1970 ?? 0)
        page.beginMetric("aasa_audit_run_duration_seconds", "The duration of the last run.")
        page.addSample(max(0, run.finishedAt.timeIntervalSince(run.facts.startedAt)))
        page.beginMetric("aasa_audit_run_complete", "1 if the last run audited all targets, else 0.")
        page.addSample(run.ending.isComplete ? 1 : 0)
        page.beginMetric("aasa_audit_run_warning", "1 if the last run has the warning, else 0; by code and effect.")
        for code in RunWarning.Code.allCases {
            let isPresent = run.ending.warnings.contains { $0.code == code }
            page.addSample(isPresent ? 1 : 0, labels: [("code", code.rawValue), ("effect", code.effect)])
        }
    }

    /// Returns a count of 0 for each code, with the severity that the settings of the run assign to it.
    private static func emptyCounts(of run: RunFacts) -> [FindingKind: Int] {
        var counts: [FindingKind: Int] = [:]
        for code in FindingCode.allCases {
            let severity = run.severity(of: code) ?? Catalogue[code].severity
            counts[FindingKind(code: code, severity: severity, isAccepted: false)] = 0
        }
        return counts
    }

    private func addFindings(_ counts: [FindingKind: Int], _ page: inout PrometheusPage) {
        page.beginMetric(
            "aasa_audit_findings", "Findings of the last run by code, severity and acceptance by a waiver.")
        for code in FindingCode.allCases {
            for severity in Severity.allCases.reversed() {
                for isAccepted in [false, true] {
                    let kind = FindingKind(code: code, severity: severity, isAccepted: isAccepted)
                    guard let count = counts[kind] else { continue }
                    page.addSample(
                        Double(count),
                        labels: [
                            ("code", code.rawValue), ("severity", severity.rawValue), ("accepted", "\(isAccepted)"),
                        ])
                }
            }
        }
    }

    private typealias DomainSample = (value: Double, labels: [(name: String, value: String)], isUrgent: Bool)

    /// Writes the sample of each domain, in large runs only urgent samples; returns the number of omitted domains.
    private func writeSamples(
        _ run: any StoredRun, _ page: inout PrometheusPage, _ sink: any OutputSink,
        _ makeSample: (DomainReport) -> DomainSample?
    ) throws(OutputError) -> Int {
        let isLarge = run.summary.targets > Self.maxDomains
        var written = 0
        var omitted = 0
        try run.forEachDomain { report throws(OutputError) in
            // An invalid target is not a domain.
            guard let sample = makeSample(report), let domain = report.domain else { return }
            guard written < Self.maxDomains, !isLarge || sample.isUrgent else {
                omitted += 1
                return
            }
            written += 1
            let labels = [
                (name: "domain", value: domain.host), (name: "port", value: String(domain.port)),
                (name: "team", value: report.people.team ?? ""),
            ]
            page.addSample(sample.value, labels: labels + sample.labels)
            try sink.write(page.take())
        }
        return omitted
    }
}

private struct FindingKind: Hashable {
    let code: FindingCode
    let severity: Severity
    let isAccepted: Bool
}

extension RunWarning.Code {
    fileprivate var effect: String {
        switch exitCode {
        case nil: "noted"
        case .unreachable: "doubtful"
        default: "failed"
        }
    }
}

/// The text of metrics and their samples, in a form that is valid in both the text format 0.0.4 and OpenMetrics 1.0.
struct PrometheusPage {
    private var text = ""
    private var metric = ""

    mutating func take() -> String {
        defer { text = "" }
        return text
    }

    /// Begins a metric; all metrics are gauges, because each run counts from zero.
    mutating func beginMetric(_ name: String, _ help: StaticString) {
        metric = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
    }

    mutating func addSample(_ value: Double, labels: [(name: String, value: String)] = []) {
        text += metric
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escape(VisibleText.escape($0.value)))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    private static func escape(_ text: String) -> String {
        text.escaped { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
    }

    private static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "NaN" }
        let thousandths = Int((value * 1000).rounded())
        guard thousandths % 1000 != 0 else { return String(thousandths / 1000) }
        let fraction = String(thousandths.magnitude % 1000)
        let sign = thousandths < 0 ? "-" : ""
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(sign)\(thousandths.magnitude / 1000).\(zeros)\(fraction)"
    }
}
