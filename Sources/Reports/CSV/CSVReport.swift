import Audit
import Basics
import Findings
package import Records
import Transport

import struct Foundation.Date

/// The findings of a run as a table (RFC 4180, UTF-8, lines end with CR LF) with one row for each finding, in input
/// order; a domain without findings has one row with an empty code.
///
/// An apostrophe precedes untrusted text that a spreadsheet could interpret as a formula (OWASP, CSV Injection). Text
/// after a semicolon gets one as well: spreadsheets split cells there if the decimal separator is a comma.
package struct CSVReport: DocumentRenderer, Sendable {
    private struct Row {
        let report: DomainReport
        let finding: Finding?
        let statusSince: Date?

        /// The location of the finding; the well-known location in a row without a finding.
        var location: LocationReport? { if let finding { report[finding.location] } else { report.wellKnown } }

        func answerCell(for system: AppleSystem) -> CSVCell {
            .trusted(report.verdicts.first { $0.system == system }?.works.map { $0 ? "yes" : "no" })
        }
    }

    private static let columns: [(name: String, cell: @Sendable (Row) -> CSVCell)] = [
        ("domain", { .untrusted($0.report.domain?.host) }),
        ("display_domain", { .untrusted($0.report.domain?.displayHost ?? $0.report.input) }),
        ("port", { .number($0.report.domain?.port ?? 443) }),
        ("input", { .untrusted($0.report.input) }),
        ("status", { .trusted($0.report.status.rawValue) }),
        ("code", { .trusted($0.finding?.code.rawValue) }),
        ("severity", { .trusted($0.finding?.severity.rawValue) }),
        ("location", { .trusted($0.finding?.location.rawValue) }),
        ("message", { .untrusted($0.finding?.message) }),
        ("impact", { .untrusted($0.finding?.impact) }),
        ("remedy", { .untrusted($0.finding?.remedy) }),
        ("pointer", { .untrusted($0.finding?.pointer) }),
        ("line", { .number($0.finding?.line) }),
        ("column", { .number($0.finding?.column) }),
        ("url", { .untrusted($0.location?.url) }),
        ("http_status", { .number($0.location?.exchange?.status) }),
        ("address", { .untrusted($0.location?.exchange?.address) }),
        ("certificate_not_after", { .date($0.report.certificate?.notAfter) }),
        ("certificate_days_left", { .number($0.report.certificateDaysLeft) }),
        ("ios_9_to_12", { $0.answerCell(for: .iOS9To12) }),
        ("ios_13", { $0.answerCell(for: .iOS13) }),
        ("ios_14", { $0.answerCell(for: .iOS14) }),
        ("ios_14_developer_mode", { $0.answerCell(for: .iOS14DeveloperMode) }),
        ("owner", { .untrusted($0.report.people.owner) }),
        ("team", { .untrusted($0.report.people.team) }),
        ("tags", { .untrusted($0.report.people.tags.joined(separator: "; ")) }),
        ("state", { .trusted($0.finding?.state?.rawValue) }),
        ("first_seen", { .date($0.finding?.firstSeen) }),
        ("status_since", { .date($0.statusSince) }),
        ("waived", { .untrusted($0.finding?.waived?.reason) }),
        ("waived_until", { .untrusted($0.finding?.waived?.until) }),
        ("notes", { .untrusted($0.report.notes.joined(separator: " ")) }),
        ("list_columns", { .untrusted($0.report.columns.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")) }),
        ("checked_at", { .date($0.report.startedAt) }),
        ("duration_ms", { .number(milliseconds: $0.report.totalMs) }),
        ("attempts", { .number($0.report.attempts) }),
        ("contact", { .untrusted($0.report.people.contact) }),
        ("began", { row in .date(row.finding.flatMap { row.report.beginning(of: $0)?.date }) }),
        ("before", { .untrusted($0.finding?.before?.text) }),
        ("opens_app", { .trusted($0.report.opensApp.rawValue) }),
        ("waived_by", { .untrusted($0.finding?.waived?.acceptedBy) }),
    ]

    package static var columnNames: [String] { columns.map(\.name) }

    package init() {}

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        try sink.write(Self.columnNames.joined(separator: ",") + "\r\n")
        try run.forEachDomain { report throws(OutputError) in
            let since = run.past(of: report)?.statusSince
            let findings = report.findings.isEmpty ? [nil] : report.findings.map(Optional.some)
            let rows = findings.map { finding in
                let row = Row(report: report, finding: finding, statusSince: since)
                return Self.columns.map { $0.cell(row).text }.joined(separator: ",") + "\r\n"
            }
            try sink.write(rows.joined())
        }
    }
}

struct CSVCell {
    let text: String

    private init(_ text: String) { self.text = text }

    /// Returns a cell with text that a server or a list may control.
    static func untrusted(_ text: String?) -> CSVCell {
        let fields = VisibleText.escape(text ?? "").unicodeScalars.split(
            separator: ";", omittingEmptySubsequences: false)
        return quoted(fields.map { (isFormula($0) ? "'" : "") + String($0) }.joined(separator: ";"))
    }

    /// Returns whether a spreadsheet, which skips leading spaces and quotes, could interpret `field` as a formula.
    private static func isFormula(_ field: Substring.UnicodeScalarView) -> Bool {
        let first = field.first { !$0.properties.isWhitespace && $0 != "\"" }
        return first.map(formulaStarts.contains) ?? false
    }

    static func trusted(_ text: String?) -> CSVCell { quoted(text ?? "") }
    static func number(_ number: Int?) -> CSVCell { CSVCell(number.map(String.init) ?? "") }

    static func number(milliseconds: Double) -> CSVCell {
        guard milliseconds.isFinite, abs(milliseconds) < 1e15 else { return CSVCell("") }
        return CSVCell(String(Int(milliseconds.rounded())))
    }

    /// Returns a cell with a time (RFC 3339), which is empty if the time is unknown.
    static func date(_ date: Date?) -> CSVCell { CSVCell(date?.rfc3339 ?? "") }

    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

    private static func quoted(_ text: String) -> CSVCell {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }) else {
            return CSVCell(text)
        }
        return CSVCell("\"" + text.escaped { $0 == "\"" ? "\"\"" : nil } + "\"")
    }
}
