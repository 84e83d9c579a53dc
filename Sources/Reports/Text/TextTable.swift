import Audit
import Basics
import Findings
import Records

/// The rows of a run of several domains: one line each in 80 columns, readable while the run is in progress.
struct TextTable {
    /// The maximum width of a cause on a terminal of 80 columns.
    static let maxCauseWidth = 31

    private let style: TextStyle
    private let width: Int
    /// The widths of status, name and certificate; on a wider terminal, only the name is wider.
    private let widths: [Int]

    init(style: TextStyle, width: Int = 80) {
        self.style = style
        self.width = max(80, width)
        widths = [11, 25 + min(60, self.width - 80), 7]
    }

    var heading: String { text(["STATUS", "DOMAIN", "CERT", "CAUSE"].map { .init($0, .heading) }) }

    /// Returns the row of one domain, with two lines for a long name, because names are never truncated.
    func row(_ report: DomainReport) -> String {
        let name = VisibleText.escape(report.name)
        return text([report.status.heading, .init(name), Self.certificate(report), .init(Self.cause(report))])
    }

    private func text(_ cells: [TextLines.Label]) -> String {
        var lines = TextLines(style: style, width: width)
        lines.row(cells, widths: widths)
        return lines.text
    }

    static func certificate(_ report: DomainReport) -> TextLines.Label {
        guard let days = report.certificateDaysLeft else { return .init("") }
        if days < 0 { return .init("expired", .error) }
        // The settings of the run determine from which number of days the severity is above info.
        let isWarned = report.findings.contains { $0.code == .tlsCertificateExpiring && $0.severity > .info }
        return days > 99_999 ? .init("> 273 y") : .init("\(days) d", isWarned ? .warning : .body)
    }

    /// Returns the code that determines the status, with the number of other codes that count, or with the waiver.
    static func cause(_ report: DomainReport, limit: Int = maxCauseWidth) -> String {
        guard let code = (report.cause ?? report.acceptedFinding)?.code.rawValue else {
            return report.status == .invalid ? "invalid" : ""
        }
        let others = Set(report.findings.filter(\.counts).map(\.code)).count - 1
        var text = others > 0 ? "\(code) +\(others)" : code
        if let waiver = report.acceptance { text = "\(code), \(waiver.terms())" }
        return text.count <= limit ? text : code
    }
}
