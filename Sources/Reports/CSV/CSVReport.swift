import Audit
import Basics
import Findings
package import Records
import Transport

import struct Foundation.Date

/// The findings of a run as a table (RFC 4180), for spreadsheets and scripts: one row a finding.
///
/// A domain without findings has one row with an empty code, so that every target is in the file. Rows are in the order
/// of the input. Lines end with CR LF; the text is UTF-8 without a byte order mark.
///
/// No cell that holds foreign text can be taken for a formula: one that begins like a formula gets an apostrophe in
/// front, as spreadsheets themselves write text (OWASP, CSV Injection). So does what follows a semicolon: where the
/// decimal separator is a comma, spreadsheets split there. Control characters, tabs too, are written as `\u{…}`.
package struct CSVReport: DocumentRenderer, Sendable {
    /// The subject of a row.
    private struct Row {
        let report: DomainReport
        let finding: Finding?
        /// The location of the finding, or the well-known one.
        let location: LocationReport?
        /// Since when the domain has had its status.
        let statusSince: Date?

        func works(_ system: AppleSystem) -> CSVCell {
            .own(report.verdicts.first { $0.system == system }?.works.map { $0 ? "yes" : "no" })
        }
    }

    /// The columns; new ones are added at the end only.
    private static let columns: [(name: String, cell: @Sendable (Row) -> CSVCell)] = [
        ("domain", { .foreign($0.report.domain?.host) }),
        ("display_domain", { .foreign($0.report.domain?.displayHost ?? $0.report.input) }),
        ("port", { .number($0.report.domain?.port ?? 443) }),
        ("input", { .foreign($0.report.input) }),
        ("status", { .own($0.report.status.rawValue) }),
        ("code", { .own($0.finding?.code.rawValue) }),
        ("severity", { .own($0.finding?.severity.rawValue) }),
        ("location", { .own($0.finding?.location.rawValue) }),
        ("message", { .foreign($0.finding?.message) }),
        ("impact", { .foreign($0.finding?.impact) }),
        ("remedy", { .foreign($0.finding?.remedy) }),
        ("pointer", { .foreign($0.finding?.pointer) }),
        ("line", { .number($0.finding?.line) }),
        ("column", { .number($0.finding?.column) }),
        ("url", { .foreign($0.location?.url) }),
        ("http_status", { .number($0.location?.exchange?.status) }),
        ("address", { .foreign($0.location?.exchange?.address) }),
        ("certificate_not_after", { .date($0.report.certificate?.notAfter) }),
        ("certificate_days_left", { .number($0.report.certificateDaysLeft) }),
        ("ios_9_to_12", { $0.works(.iOS9To12) }),
        ("ios_13", { $0.works(.iOS13) }),
        ("ios_14", { $0.works(.iOS14) }),
        ("ios_14_developer_mode", { $0.works(.iOS14DeveloperMode) }),
        ("owner", { .foreign($0.report.owner) }),
        ("team", { .foreign($0.report.team) }),
        ("tags", { .foreign($0.report.tags.joined(separator: "; ")) }),
        ("state", { .own($0.finding?.state?.rawValue) }),
        ("first_seen", { .date($0.finding?.firstSeen) }),
        ("status_since", { .date($0.statusSince) }),
        ("waived", { .foreign($0.finding?.waived?.reason) }),
        ("waived_until", { .foreign($0.finding?.waived?.until) }),
        ("notes", { .foreign($0.report.notes.joined(separator: " ")) }),
        ("list_columns", { .foreign($0.report.columns.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")) }),
        ("checked_at", { .date($0.report.startedAt) }),
        ("duration_ms", { .number(milliseconds: $0.report.totalMs) }),
        ("attempts", { .number($0.report.attempts) }),
        ("contact", { .foreign($0.report.contact) }),
        ("began", { row in .date(row.finding.flatMap { row.report.beginning(of: $0)?.date }) }),
        ("before", { .foreign($0.finding?.before?.text) }),
        ("opens_app", { .own($0.report.opensApp.rawValue) }),
    ]

    /// The names of the columns.
    package static var columnNames: [String] { columns.map(\.name) }

    /// Creates the renderer.
    package init() {}

    /// Writes the table; ending the sink is left to the caller.
    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        try sink.write(Self.columnNames.joined(separator: ",") + "\r\n")
        try run.forEachDomain { report throws(OutputError) in
            let since = run.past(of: report)?.statusSince
            let findings = report.findings.isEmpty ? [nil] : report.findings.map(Optional.some)
            let rows = findings.map { finding in
                let location = finding.map { report.location(of: $0) } ?? report.wellKnown
                let row = Row(report: report, finding: finding, location: location, statusSince: since)
                return Self.columns.map { $0.cell(row).text }.joined(separator: ",") + "\r\n"
            }
            try sink.write(rows.joined())
        }
    }
}

/// One cell, quoted where it has to be.
struct CSVCell {
    let text: String

    private init(_ text: String) { self.text = text }

    /// Text that somebody else may have written.
    static func foreign(_ text: String?) -> CSVCell {
        let fields = VisibleText.escape(text ?? "").unicodeScalars.split(
            separator: ";", omittingEmptySubsequences: false)
        return quoted(fields.map { (isFormula($0) ? "'" : "") + String($0) }.joined(separator: ";"))
    }

    /// Whether a spreadsheet could take `field` for a formula: it skips leading spaces and quotes, and takes the
    /// full-width signs for the narrow ones.
    private static func isFormula(_ field: Substring.UnicodeScalarView) -> Bool {
        let first = field.first { !$0.properties.isWhitespace && $0 != "\"" }
        return first.map(formulaStarts.contains) ?? false
    }

    /// A word of this program.
    static func own(_ text: String?) -> CSVCell { quoted(text ?? "") }

    /// A number of this program.
    static func number(_ number: Int?) -> CSVCell { CSVCell(number.map(String.init) ?? "") }

    /// A duration, rounded to whole milliseconds.
    static func number(milliseconds: Double) -> CSVCell {
        guard milliseconds.isFinite, abs(milliseconds) < 1e15 else { return CSVCell("") }
        return CSVCell(String(Int(milliseconds.rounded())))
    }

    /// A moment (RFC 3339); empty where it is not known or outside the years 0 to 9999.
    static func date(_ date: Date?) -> CSVCell { CSVCell(date.flatMap { UTCTime($0)?.rfc3339 } ?? "") }

    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

    private static func quoted(_ text: String) -> CSVCell {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }) else {
            return CSVCell(text)
        }
        return CSVCell("\"" + text.escaped { $0 == "\"" ? "\"\"" : nil } + "\"")
    }
}
