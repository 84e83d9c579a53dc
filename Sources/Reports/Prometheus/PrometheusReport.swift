import Audit
import Basics
import Findings
public import Runs
import Transport

import struct Foundation.Date

/// The figures of a run in Prometheus' text format 0.0.4, for the textfile collector of node_exporter.
///
/// Every code and every status has a series, with 0 where nothing was found, so that an alert does not miss one that
/// came up for the first time. The collector takes no timestamps: when the run was is a figure of its own.
public struct PrometheusReport: DocumentRenderer, Sendable {
    /// Creates the renderer.
    public init() {}

    /// Writes the figures; ending the sink is left to the caller.
    public func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        var page = PrometheusPage()
        page.family("aasa_audit_info", "The versions of the program and of its rules.")
        page.sample(
            1, labels: [("version", run.facts.toolVersion), ("rules", run.facts.rulesVersion)])
        page.family("aasa_audit_domains", "Targets of the last run by status.")
        for status in DomainStatus.allCases {
            page.sample(Double(run.summary[status]), labels: [("status", status.rawValue)])
        }
        let found = Dictionary(uniqueKeysWithValues: run.summary.findings.map { ($0.code, $0.count) })
        page.family(
            "aasa_audit_findings",
            "Findings of the last run by code, waived ones apart; severity is the usual one of the code.")
        for code in FindingCode.inUse {
            page.sample(
                Double(found[code] ?? 0),
                labels: [("code", code.rawValue), ("severity", Catalogue[code].severity.rawValue)])
        }
        changes(run.changes, &page)
        page.family("aasa_audit_run_start_timestamp_seconds", "When the last run began, in Unix time.")
        page.sample(run.facts.startedAt.timeIntervalSince1970)
        page.family("aasa_audit_run_end_timestamp_seconds", "When the last run ended, in Unix time.")
        page.sample(run.finishedAt.timeIntervalSince1970)
        page.family("aasa_audit_run_duration_seconds", "How long the last run took.")
        page.sample(max(0, run.finishedAt.timeIntervalSince(run.facts.startedAt)))
        page.family("aasa_audit_run_complete", "Whether the last run came to the end of its list: 1, or 0 when not.")
        page.sample(run.complete ? 1 : 0)
        page.family("aasa_audit_run_warning", "Whether something looks wrong with the last run as a whole: 1 or 0.")
        for code in RunWarning.Code.allCases {
            let isThere = run.ending.warnings.contains { $0.code == code }
            page.sample(isThere ? 1 : 0, labels: [("code", code.rawValue)])
        }
        try sink.write(page.take())

        // The samples of one metric have to stand together, so each has its own way through the run.
        page.family(
            "aasa_audit_certificate_not_after_timestamp_seconds",
            "When the certificate that the domain showed ends, in Unix time.")
        try forEachCertificate(of: run, &page, sink) { report in report.certificate?.notAfter?.timeIntervalSince1970 }
        page.family(
            "aasa_audit_certificate_left_days",
            "Whole days that the certificate had left when it was seen, negative after its end.")
        try forEachCertificate(of: run, &page, sink) { report in report.certificateDaysLeft.map(Double.init) }
    }

    private func changes(_ changes: RunChanges?, _ page: inout PrometheusPage) {
        guard let changes else { return }
        page.family("aasa_audit_finding_changes", "Findings of the last run against the one before it, by kind.")
        let kinds = [
            ("new", changes.new), ("still", changes.still), ("returned", changes.returned), ("fixed", changes.fixed),
        ]
        for (kind, count) in kinds { page.sample(Double(count), labels: [("kind", kind)]) }
    }

    private func forEachCertificate(
        of run: any StoredRun, _ page: inout PrometheusPage, _ sink: any OutputSink,
        _ figure: (DomainReport) -> Double?
    ) throws(OutputError) {
        try run.forEachDomain { report throws(OutputError) in
            // A date that cannot be read has no figure.
            guard let domain = report.domain, report.certificateDaysLeft != nil, let number = figure(report) else {
                return
            }
            page.sample(number, labels: [("domain", domain.host), ("port", String(domain.port))])
            try sink.write(page.take())
        }
        // The head of a metric that no domain has a figure for.
        try sink.write(page.take())
    }
}

/// Writes metrics and their samples.
struct PrometheusPage {
    private var text = ""
    private var name = ""

    /// Hands over what was written since the last time.
    mutating func take() -> String {
        defer { text = "" }
        return text
    }

    /// Begins a metric; all are gauges, because each run counts anew.
    mutating func family(_ name: String, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(Self.escape(help, quotes: false))\n# TYPE \(name) gauge\n"
    }

    /// Writes one sample of the metric that was begun last.
    mutating func sample(_ value: Double, labels: [(name: String, value: String)] = []) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escape(VisibleText.escape($0.value), quotes: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    private static func escape(_ text: String, quotes: Bool) -> String {
        let plain = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? plain.replacing("\"", with: "\\\"") : plain
    }

    /// Whole numbers without a fraction, others with milliseconds at most.
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
