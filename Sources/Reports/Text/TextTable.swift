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
        widths = [11, 23 + min(60, self.width - 80), 9]
    }

    var heading: String { text(["STATUS", "DOMAIN", "CERT LEFT", "CAUSE"].map { .init($0, .heading) }) }

    /// Returns the row of one domain, with two lines for a long name, because names are never truncated.
    func row(_ report: DomainReport) -> String {
        let name = VisibleText.escape(report.name)
        return text([report.status.textLabel, .init(name), Self.certificate(report), .init(Self.cause(report))])
    }

    private func text(_ cells: [TextLines.Label]) -> String {
        var lines = TextLines(style: style, width: width)
        lines.row(cells, widths: widths)
        return lines.text
    }

    static func certificate(_ report: DomainReport) -> TextLines.Label {
        guard let days = report.certificateDaysLeft else { return "" }
        if days < 0 { return .init("expired", .error) }
        // The settings of the run determine how many days before the end the finding becomes a warning.
        let isWarned = report.findings.contains { $0.code == .tlsCertificateExpiring && $0.severity > .info }
        // The column has room for five digits; 99,999 days are more than 273 years.
        return days > 99_999 ? "> 273 y" : .init("\(days) d", isWarned ? .warning : .body)
    }

    /// Returns the code that determines the status, with the number of other codes that count, or with the waiver.
    static func cause(_ report: DomainReport, limit: Int = maxCauseWidth) -> String {
        guard let code = (report.cause ?? report.waivedFinding)?.code.rawValue else {
            return report.status == .invalid ? "invalid" : ""
        }
        let others = Set(report.findings.filter(\.isCounted).map(\.code)).count - 1
        var text = others > 0 ? "\(code) +\(others)" : code
        if let waiver = report.waiver { text = "\(code), \(waiver.terms())" }
        return text.count <= limit ? text : code
    }
}

/// The rows of a complete run, the worst domains first, with columns as wide as their content.
struct WorstFirstTable {
    private enum Column: Int, CaseIterable {
        case status, name, opens, since, certificate, owner, cause

        var heading: String { ["STATUS", "DOMAIN", "OPENS APP", "SINCE", "CERT LEFT", "OWNER", "CAUSE"][rawValue] }
    }

    /// The maximum number of rows of one status; other formats are better suited to more domains.
    private static let maxRows = 10_000
    private static let minWidthForOpensColumn = 100

    private let style: TextStyle
    /// The number of columns of the terminal; `nil` if rows may have any length.
    private let width: Int?
    private var rows: [DomainStatus: [[TextLines.Label]]] = [:]
    private var omittedCounts: [DomainStatus: Int] = [:]
    private var widths = [Int](repeating: 0, count: Column.allCases.count)

    init(style: TextStyle, width: Int?) {
        self.style = style
        self.width = width
    }

    /// Adds a domain; `since` is the day since which it has had problems, or a word such as “new”.
    mutating func add(_ report: DomainReport, since: String) {
        guard rows[report.status, default: []].count < Self.maxRows else {
            omittedCounts[report.status, default: 0] += 1
            return
        }
        let showsOpens = (width ?? .max) >= Self.minWidthForOpensColumn
        let row: [TextLines.Label] = [
            report.status.textLabel, .init(VisibleText.escape(report.name)),
            showsOpens ? report.opensApp.textLabel : "",
            .init(since, since == "new" || since.hasPrefix("returned") ? .heading : .body),
            TextTable.certificate(report), .init(VisibleText.escape(report.people.owner ?? report.people.team ?? "")),
            .init(TextTable.cause(report, limit: width == nil ? .max : TextTable.maxCauseWidth)),
        ]
        for (column, cell) in row.enumerated() {
            // Names have at most 253 characters and are never truncated. A long owner would leave no room for others.
            let limit = column == Column.owner.rawValue ? 30 : 253
            widths[column] = max(widths[column], min(limit, TerminalText.width(cell.text)))
        }
        rows[report.status, default: []].append(row)
    }

    var text: String {
        var widths = widths
        let shown = Column.allCases.filter { $0 == .cause || widths[$0.rawValue] > 0 }
        for column in shown { widths[column.rawValue] = max(widths[column.rawValue], column.heading.count) }
        let contentWidth = shown.reduce(0) { $0 + widths[$1.rawValue] + 2 }
        var lines = TextLines(style: style, width: width ?? max(80, contentWidth))
        if let width {
            // On a terminal, long names have a separate line, so that the other columns remain visible.
            let otherWidth = contentWidth - widths[Column.name.rawValue]
            widths[Column.name.rawValue] = min(widths[Column.name.rawValue], max(12, width - otherWidth))
        }
        let shownWidths = shown.map { widths[$0.rawValue] }
        lines.row(shown.map { .init($0.heading, .heading) }, widths: shownWidths)
        for status in DomainStatus.worstFirst {
            for row in rows[status] ?? [] { lines.row(shown.map { row[$0.rawValue] }, widths: shownWidths) }
            if let omitted = omittedCounts[status] {
                lines.paragraph("and \(Phrase.count(omitted, "more domain")): \(status.textLabel.text)")
            }
        }
        return lines.text
    }
}
