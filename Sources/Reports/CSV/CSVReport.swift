import Audit
import Basics
import Findings
package import Runs
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
    /// The names of the columns; new ones are added at the end only.
    package static let columns = [
        "domain", "display_domain", "port", "input", "status", "code", "severity", "location", "message", "impact",
        "remedy", "pointer", "line", "column", "url", "http_status", "address", "certificate_not_after",
        "certificate_days_left", "ios_9_to_12", "ios_13", "ios_14", "ios_14_developer_mode", "owner", "team", "tags",
        "state", "first_seen", "status_since", "waived", "waived_until", "notes", "list_columns", "checked_at",
        "duration_ms", "attempts", "contact", "began", "before", "opens_app",
    ]

    /// Creates the renderer.
    package init() {}

    /// Writes the table; ending the sink is left to the caller.
    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        try sink.write(Self.columns.joined(separator: ",") + "\r\n")
        try run.forEachDomain { report throws(OutputError) in
            let since = run.past(of: report)?.statusSince
            try sink.write(Self.rows(report, statusSince: since))
        }
    }

    private static func rows(_ report: DomainReport, statusSince: Date?) -> String {
        guard !report.findings.isEmpty else { return row(report, nil, statusSince) }
        return report.findings.map { row(report, $0, statusSince) }.joined()
    }

    private static func row(_ report: DomainReport, _ finding: Finding?, _ statusSince: Date?) -> String {
        let location = finding.map { report.location(of: $0) } ?? report.wellKnown
        func verdict(_ system: AppleSystem) -> CSVCell {
            let works = report.verdicts.first { $0.system == system }?.works
            return .own(works.map { $0 ? "yes" : "no" } ?? "")
        }
        let cells: [CSVCell] = [
            .foreign(report.domain?.host), .foreign(report.domain?.displayHost ?? report.input),
            .number(report.domain?.port ?? 443), .foreign(report.input), .own(report.status.rawValue),
            .own(finding?.code.rawValue), .own(finding?.severity.rawValue),
            .own(finding?.location.rawValue), .foreign(finding?.message), .foreign(finding?.impact),
            .foreign(finding?.remedy), .foreign(finding?.pointer), .number(finding?.line), .number(finding?.column),
            .foreign(location?.url), .number(location?.exchange?.status), .foreign(location?.exchange?.address),
            .date(report.certificate?.notAfter), .number(report.certificateDaysLeft), verdict(.iOS9To12),
            verdict(.iOS13), verdict(.iOS14), verdict(.iOS14DeveloperMode), .foreign(report.owner),
            .foreign(report.team), .foreign(report.tags.joined(separator: "; ")), .own(finding?.state?.rawValue),
            .date(finding?.firstSeen), .date(statusSince), .foreign(finding?.waived?.reason),
            .foreign(finding?.waived?.until), .foreign(report.notes.joined(separator: " ")),
            .foreign(report.columns.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")),
            .date(report.startedAt), .number(milliseconds: report.totalMs), .number(report.attempts),
            .foreign(report.contact), .date(finding.flatMap { report.beginning(of: $0)?.date }),
            .foreign(finding?.before?.text),
            .own(report.opensApp.rawValue),
        ]
        return cells.map(\.text).joined(separator: ",") + "\r\n"
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
