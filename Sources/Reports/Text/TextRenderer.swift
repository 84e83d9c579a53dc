import Audit
import Records

/// The text for human readers: the details of a single domain, or a table of several, followed by the details of
/// domains with problems.
package struct TextRenderer {
    /// The maximum number of domains with details after a table.
    static let maxStories = 20

    private let report: TextReport
    private let table: TextTable?
    private var summary = RunSummary()
    private var apps = ListedApps()
    private let width: Int
    private var stories: [DomainStatus: [String]] = [:]

    /// Whether domains are written in input order; the domains of a stream are written as they end.
    let isInInputOrder: Bool

    /// Creates the text of a run of `targets` targets; `nil` for a stream of unknown length.
    package init(style: TextStyle, detail: TextReport.Detail, targets: Int?, width: Int = 80) {
        report = TextReport(style: style, detail: detail, isOneOfMany: targets != 1)
        self.width = width
        // The verbose text needs no table, because it contains the details of all domains.
        table = targets == 1 || detail == .verbose ? nil : TextTable(style: style, width: width)
        isInInputOrder = targets != nil
    }

    mutating func begin() -> [UInt8] {
        guard let table, report.detail != .quiet else { return [] }
        return Array(table.heading.utf8)
    }

    mutating func render(_ domain: DomainReport) -> [UInt8] {
        summary.add(domain)
        apps.add(domain)
        guard let table else { return Array(report.render(domain).utf8) }
        if domain.status != .pass, stories[domain.status, default: []].count < Self.maxStories {
            stories[domain.status, default: []].append(report.render(domain))
        }
        return report.detail == .quiet && domain.status == .pass ? [] : Array(table.row(domain).utf8)
    }

    /// Returns the text at the end: the details, and totals if there are several targets.
    mutating func end(_ ending: RunEnding, changes: RunChanges?) -> [UInt8] {
        var text = ""
        let listed = DomainStatus.worstFirst.flatMap { stories[$0] ?? [] }.prefix(Self.maxStories)
        if !listed.isEmpty { text += "\n" + listed.joined() }
        let rest = summary.targets - summary[.pass] - listed.count
        if table != nil, rest > 0 {
            text += "For details of \(rest) more domains, use -v or write a report with -o.\n\n"
        }
        if table != nil, listed.isEmpty, summary.targets > 0, report.detail != .quiet { text += "\n" }
        if report.detail != .quiet {
            var lines = TextLines(style: report.style, width: width)
            lines.addApps(apps)
            // Without a summary, no blank line follows the details.
            if !lines.text.isEmpty { text += report.isOneOfMany ? lines.text + "\n" : "\n" + lines.text }
        }
        text += report.render(report.isOneOfMany || !ending.complete ? summary : nil, ending, changes: changes)
        return Array(text.utf8)
    }
}
