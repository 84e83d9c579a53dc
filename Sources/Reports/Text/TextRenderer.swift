import Audit
import Basics
import Records

/// A renderer of domains as they end: details of a single domain, or a table of several and the details of problems.
package final class TextRenderer {
    /// The maximum number of domains with details after a table.
    static let maxDetails = 20

    private let textReport: TextReport
    private let table: TextTable?
    private let width: Int
    /// Whether domains are written in input order; the domains of a stream are written as they end.
    private let isInInputOrder: Bool
    /// The domains that ended before a preceding domain of the input, by their index in the input.
    private var waiting: [Int: DomainReport] = [:]
    private var nextIndex = 0
    private var summary = RunSummary()
    private var apps = ListedApps()
    private var detailsByStatus: [DomainStatus: LimitedList<String>] = [:]

    /// Creates the renderer of a run with `targets` targets; `nil` for a stream of unknown length.
    package init(style: TextStyle, detail: TextReport.Detail, targets: Int?, width: Int = 80) {
        textReport = TextReport(style: style, detail: detail, isOneOfMany: targets != 1)
        self.width = width
        // The verbose text needs no table, because it contains the details of all domains.
        table = targets == 1 || detail == .verbose ? nil : TextTable(style: style, width: width)
        isInInputOrder = targets != nil
    }

    /// Returns the line about `count` domains whose details are omitted.
    static func omission(_ count: Int) -> String {
        "Details of \(Phrase.count(count, "more domain")): -v, or another format such as -o report.html.\n"
    }

    func begin() -> [UInt8] {
        guard let table, textReport.detail != .quiet else { return [] }
        return Array(table.heading.utf8)
    }

    /// Returns the text of the domain at `index` of the input and of domains that waited for it; empty if it must wait.
    func render(_ domain: DomainReport, at index: Int) -> [UInt8] {
        guard isInInputOrder else { return render(domain) }
        waiting[index] = domain
        var text: [UInt8] = []
        while let next = waiting.removeValue(forKey: nextIndex) {
            text += render(next)
            nextIndex += 1
        }
        return text
    }

    func render(_ domain: DomainReport) -> [UInt8] {
        summary.add(domain)
        apps.add(domain)
        guard let table else { return Array(textReport.render(domain).utf8) }
        if domain.status != .pass {
            let details = textReport.render(domain)
            detailsByStatus[domain.status, default: LimitedList()].add(details, keeping: Self.maxDetails)
        }
        return textReport.detail == .quiet && domain.status == .pass ? [] : Array(table.row(domain).utf8)
    }

    /// Returns the text after the last domain: the details, and totals if there are several targets.
    func end(_ ending: RunEnding, changes: RunChanges?) -> [UInt8] {
        let waitingText = waiting.sorted { $0.key < $1.key }.flatMap { render($0.value) }
        var text = ""
        let shown = DomainStatus.worstFirst.flatMap { detailsByStatus[$0]?.items ?? [] }.prefix(Self.maxDetails)
        if !shown.isEmpty { text += "\n" + shown.joined() }
        if table != nil {
            let omitted = summary.targets - summary[.pass] - shown.count
            if omitted > 0 { text += Self.omission(omitted) + "\n" }
            if shown.isEmpty, summary.targets > 0, textReport.detail != .quiet { text += "\n" }
        }
        if textReport.detail != .quiet {
            var lines = TextLines(style: textReport.style, width: width)
            lines.addApps(apps)
            // Without a summary, no blank line follows the details.
            if !lines.text.isEmpty { text += textReport.isOneOfMany ? lines.text + "\n" : "\n" + lines.text }
        }
        text += textReport.render(
            textReport.isOneOfMany || !ending.isComplete ? summary : nil, ending, changes: changes)
        return waitingText + Array(text.utf8)
    }
}
