import Audit
import Basics
import Findings
import Records

/// The rows of a run of several domains: one line each in 80 columns, readable while the run is in progress.
struct TextTable {
    /// The widths of columns on a terminal; wide characters occupy two columns.
    private enum Width {
        static let status = 13
        /// The width on a terminal of 80 columns; additional columns of wider terminals are added to it.
        static let name = 27
        static let certificate = 9
    }

    /// The maximum width of a cause on a terminal of 80 columns.
    static let causeWidth = 31

    let style: TextStyle
    private let width: Int
    private let nameWidth: Int

    init(style: TextStyle, width: Int = 80) {
        self.style = style
        self.width = max(80, width)
        nameWidth = Width.name + min(60, self.width - 80)
    }

    /// The line above the rows.
    var heading: String {
        var lines = TextLines(style: style, width: width)
        lines.paragraph(
            "CAUSE", indent: 0,
            labels: [
                .init(TextReport.pad("STATUS", Width.status), .heading),
                .init(TextReport.pad("DOMAIN", nameWidth), .heading),
                .init(TextReport.pad("CERT", Width.certificate), .heading),
            ], role: .heading)
        return lines.text
    }

    /// Returns the row of one domain, with two lines for a long name, because names are never truncated.
    func row(_ report: DomainReport) -> String {
        var lines = TextLines(style: style, width: width)
        let name = VisibleText.escape(report.name)
        let (word, role) = TextReport.word(for: report.status)
        let status = TextLines.Label(TextReport.pad(word, Width.status), role)
        let (certificate, certificateRole) = Self.certificate(report)
        let validity = TextLines.Label(TextReport.pad(certificate, Width.certificate), certificateRole)
        let room = nameWidth - 2 - TerminalText.width(name)
        if room >= 0 {
            let padded = name + String(repeating: " ", count: room + 2)
            lines.paragraph(Self.cause(report), indent: 0, labels: [status, .init(padded), validity])
        } else {
            lines.paragraph("", indent: 0, labels: [status, .init(name)])
            let rest = Self.cause(report)
            if !(certificate + rest).isEmpty {
                lines.paragraph(rest, indent: Width.status + nameWidth, labels: [validity])
            }
        }
        return lines.text
    }

    static func certificate(_ report: DomainReport) -> (String, TextStyle.Role) {
        guard let days = report.certificateDaysLeft else { return ("", .body) }
        if days < 0 { return ("expired", .error) }
        // The run has determined how many days are too few.
        let isWarned = report.findings.contains { $0.code == .tlsCertificateExpiring && $0.severity > .info }
        return days > 99_999 ? ("> 273 y", .body) : ("\(days) d", isWarned ? .warning : .body)
    }

    /// Returns the code that determines the status, and the number of other codes that count.
    static func cause(_ report: DomainReport, limit: Int = causeWidth) -> String {
        guard let cause = report.cause else {
            if let waiver = report.acceptance { return waiver.until.map { "until \($0)" } ?? "no end date" }
            return report.status == .invalid ? "invalid" : ""
        }
        let weighty = report.findings.filter { $0.severity > .info && $0.waived == nil }
        let others = Set(weighty.map(\.code)).count - 1
        let text = others > 0 ? "\(cause.code.rawValue) +\(others)" : cause.code.rawValue
        return text.count <= limit ? text : cause.code.rawValue
    }
}
