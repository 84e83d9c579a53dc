import Audit
import Basics
import Records

/// The rows of a complete run, the worst domains first, with columns as wide as their content.
struct WorstFirstTable {
    private enum Column: Int, CaseIterable {
        case status, name, opens, since, certificate, owner, cause

        var heading: String { ["STATUS", "DOMAIN", "OPENS APP", "SINCE", "CERT", "OWNER", "CAUSE"][rawValue] }
    }

    private static let minWidthForAnswers = 100

    private let style: TextStyle
    /// The number of columns of the terminal; `nil` if rows may have any length.
    private let width: Int?
    private var rows: [DomainStatus: [[TextLines.Label]]] = [:]
    private var counts: [DomainStatus: Int] = [:]
    private var widths = [Int](repeating: 0, count: Column.allCases.count)

    init(style: TextStyle, width: Int?) {
        self.style = style
        self.width = width
    }

    /// Adds a domain; `since` is the time since which it has had problems, in words.
    mutating func add(_ report: DomainReport, since: String) {
        counts[report.status, default: 0] += 1
        guard counts[report.status, default: 0] <= TextDocument.maxRows else { return }
        let hasAnswers = (width ?? .max) >= Self.minWidthForAnswers
        let row: [TextLines.Label] = [
            report.status.heading, .init(VisibleText.escape(report.name)),
            hasAnswers ? report.opensApp.label : .init(""),
            .init(since, since == "new" || since.hasPrefix("returned") ? .heading : .body),
            TextTable.certificate(report), .init(VisibleText.escape(report.people.owner ?? report.people.team ?? "")),
            .init(TextTable.cause(report, limit: width == nil ? .max : TextTable.maxCauseWidth)),
        ]
        for (column, cell) in row.enumerated() {
            // Names are never truncated. A long owner would leave no room for other columns.
            let limit = column == Column.owner.rawValue ? 30 : 253
            widths[column] = max(widths[column], min(limit, TerminalText.width(cell.text)))
        }
        rows[report.status, default: []].append(row)
    }

    var text: String {
        var widths = widths
        let used = Column.allCases.filter { $0 == .cause || self.widths[$0.rawValue] > 0 }
        for column in used { widths[column.rawValue] = max(widths[column.rawValue], column.heading.count) }
        let natural = used.reduce(0) { $0 + widths[$1.rawValue] + 2 }
        var lines = TextLines(style: style, width: width ?? max(80, natural))
        if let width {
            // On a terminal, long names have a separate line, so that the other columns remain visible.
            let rest = natural - widths[Column.name.rawValue]
            widths[Column.name.rawValue] = min(widths[Column.name.rawValue], max(12, width - rest))
        }
        let shown = used.map { widths[$0.rawValue] }
        lines.row(used.map { .init($0.heading, .heading) }, widths: shown)
        for status in DomainStatus.worstFirst {
            for row in rows[status] ?? [] { lines.row(used.map { row[$0.rawValue] }, widths: shown) }
            let rest = counts[status, default: 0] - (rows[status]?.count ?? 0)
            if rest > 0 {
                lines.paragraph("and \(Phrase.count(rest, "more domain")): \(status.heading.text)")
            }
        }
        return lines.text
    }
}
