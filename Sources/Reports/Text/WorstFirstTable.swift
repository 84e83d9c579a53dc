import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

/// The rows of a complete run, the worst domains first, with columns as wide as their content.
struct WorstFirstTable {
    private enum Column: Int, CaseIterable {
        case status, name, opens, since, certificate, owner, cause

        var heading: String {
            switch self {
            case .status: "STATUS"
            case .name: "DOMAIN"
            case .opens: "OPENS APP"
            case .since: "SINCE"
            case .certificate: "CERT"
            case .owner: "OWNER"
            case .cause: "CAUSE"
            }
        }
    }

    /// The minimum width of a terminal that has a column for the answers.
    private static let roomForAnswers = 100

    private typealias Row = [TextLines.Label]

    private let style: TextStyle
    /// The number of columns of the terminal; `nil` if rows may have any length.
    private let width: Int?
    private var rows: [DomainStatus: [Row]] = [:]
    private var counts: [DomainStatus: Int] = [:]
    private var widths = [Int](repeating: 0, count: Column.allCases.count)

    init(style: TextStyle, width: Int?) {
        self.style = style
        self.width = width
    }

    /// Adds a domain that has had its status since the run of `since`; the current run is that of `date`.
    mutating func add(_ report: DomainReport, since: Date?, at date: Date) {
        counts[report.status, default: 0] += 1
        guard counts[report.status, default: 0] <= TextDocument.rowLimit else { return }
        let (word, role) = TextReport.word(for: report.status)
        let (certificate, certificateRole) = TextTable.certificate(report)
        let since = Self.since(report, since, date)
        let row: Row = [
            .init(word, role), .init(VisibleText.escape(report.name)), opens(report),
            .init(since, since == "new" || since == "back" ? .heading : .body),
            .init(certificate, certificateRole), .init(VisibleText.escape(report.owner ?? report.team ?? "")),
            .init(TextTable.cause(report, limit: width == nil ? .max : TextTable.causeWidth)),
        ]
        for (column, cell) in row.enumerated() {
            // Names are never truncated; an owner that is a whole sentence would leave no room for other columns.
            let limit = column == Column.owner.rawValue ? 30 : 253
            widths[column] = max(widths[column], min(limit, TerminalText.width(cell.text)))
        }
        rows[report.status, default: []].append(row)
    }

    /// Returns the time since which a domain has problems; the terms “new” and “back” are those of the lists of
    /// changes.
    static func since(_ report: DomainReport, _ since: Date?, _ date: Date) -> String {
        guard report.status != .pass, let since else { return "" }
        let changes = Set(report.findings.compactMap { report.change(of: $0) })
        if changes.contains(.new) { return "new" }
        if changes.contains(.returned) { return "back" }
        return abs(since.timeIntervalSince(date)) < 1 ? "this run" : HistoryText.day(since)
    }

    /// Returns whether links open the app, if there is room for a column.
    private func opens(_ report: DomainReport) -> TextLines.Label {
        let hasRoom = width.map { $0 >= Self.roomForAnswers } ?? true
        return .init(hasRoom ? report.opensApp.word : "", report.opensApp.role)
    }

    /// The heading and the rows, with a line about omitted rows.
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
        add(used.map { .init($0.heading, .heading) }, used, widths, &lines)
        for status in DomainStatus.worstFirst {
            for row in rows[status] ?? [] { add(used.map { row[$0.rawValue] }, used, widths, &lines) }
            let rest = counts[status, default: 0] - (rows[status]?.count ?? 0)
            if rest > 0 {
                lines.paragraph(
                    "and \(Phrase.count(rest, "more domain")): \(TextReport.word(for: status).0)", indent: 0)
            }
        }
        return lines.text
    }

    private func add(_ cells: [TextLines.Label], _ used: [Column], _ widths: [Int], _ lines: inout TextLines) {
        var labels: [TextLines.Label] = []
        var column = 0
        for (cell, kind) in zip(cells.dropLast(), used) {
            let room = widths[kind.rawValue] + 2
            let padding = room - TerminalText.width(cell.text)
            column += room
            labels.append(.init(cell.text + String(repeating: " ", count: max(0, padding)), cell.role))
            if padding < 2 {
                lines.paragraph("", indent: 0, labels: labels)
                labels = [.init(String(repeating: " ", count: column))]
            }
        }
        guard let cause = cells.last else { return }
        lines.paragraph(cause.text, indent: 0, hanging: column, labels: labels, role: cause.role)
    }
}
