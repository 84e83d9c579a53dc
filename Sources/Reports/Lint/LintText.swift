package import Audit
import Basics
import Findings

package struct LintText: Sendable {
    private let style: TextStyle
    private let detail: TextReport.Detail
    private var fileCounts: [LintReport.Status: Int] = [:]
    private var isFirst = true

    package init(style: TextStyle = .plain, detail: TextReport.Detail = .normal) {
        self.style = style
        self.detail = detail
    }

    /// Returns the text of one file, with line feeds; empty if there is nothing to report.
    package mutating func render(_ report: LintReport) -> String {
        fileCounts[report.status, default: 0] += 1
        if detail == .quiet && report.status == .pass { return "" }
        var lines = TextLines(style: style)
        if !isFirst { lines.blank() }
        isFirst = false
        appendHeading(report, &lines)
        if detail != .quiet {
            if let file = report.file { appendContents(file, ruleCount: report.ruleCount, &lines) }
            if let name = report.servedName {
                let note = "Note: On the server, the file must be called \(name), without an extension."
                lines.paragraph(note, indent: 2, hanging: 4, role: .quiet)
            }
        }
        // For a file that cannot be parsed, only the bytes are known.
        let checkedFile =
            report.file
            ?? FileReport(location: .file, isSigned: report.isSigned, services: [], apps: [], bytes: report.bytes)
        TextReport(style: style, detail: detail).appendFindings(report.findings, in: checkedFile, &lines)
        return lines.text
    }

    package func summary() -> String {
        let total = fileCounts.values.reduce(0, +)
        guard total > 1, detail != .quiet else { return "" }
        let words: [(LintReport.Status, String)] = [
            (.pass, "OK"), (.warn, "with warnings"), (.fail, "broken"), (.unreadable, "not readable"),
        ]
        let parts = words.compactMap { status, word in fileCounts[status].map { "\(Phrase.number($0)) \(word)" } }
        var lines = TextLines(style: style)
        lines.blank()
        lines.fact("\(Phrase.number(total)) files", labelRole: .heading, parts.joined(separator: ", ") + ".")
        return lines.text
    }

    private func appendHeading(_ report: LintReport, _ lines: inout TextLines) {
        let name = report.path == "-" ? "standard input" : report.path
        let status: TextLines.Label =
            switch report.status {
            case .pass: .init("PASS", .good)
            case .warn: .init("WARN", .warning)
            case .fail: .init("FAIL", .error)
            case .unreadable: .init("UNREADABLE", .error)
            }
        lines.paragraph(
            labels: [.init(name, .heading), "  ", status, "  "],
            (report.problem ?? Self.findingCounts(report.findings)) + ".", hanging: 2)
    }

    private static func findingCounts(_ findings: [Finding]) -> String {
        let parts = [Severity.error, .warning, .info].compactMap { severity in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : Phrase.count(count, severity.levelName)
        }
        return parts.isEmpty ? "No findings" : parts.joined(separator: ", ")
    }

    private func appendContents(_ file: FileReport, ruleCount: Int, _ lines: inout TextLines) {
        lines.paragraph(
            "\(Phrase.count(file.apps.count, "app")), \(Phrase.count(ruleCount, "rule")); services: "
                + (file.services.isEmpty ? "none" : file.services.joined(separator: ", ")),
            indent: 2, hanging: 4, role: .quiet)
        guard detail == .verbose else { return }
        for app in file.apps {
            lines.paragraph(
                labels: [.init(app.appID), " "],
                "for \(app.services.joined(separator: ", ")); rules: \(app.ruleCount)", indent: 4, hanging: 6)
        }
    }
}
