import Audit
import Basics
import Findings
package import Records

package struct HistoryText: Sendable {
    let style: TextStyle
    let width: Int

    package init(style: TextStyle, width: Int = 80) {
        self.style = style
        self.width = width
    }

    package func render(runs: [RunRecord]) -> String {
        var lines = TextLines(style: style, width: width)
        if runs.isEmpty { lines.paragraph("No run has been stored yet.") }
        for run in runs {
            let state =
                switch run.state {
                case .complete where run.isInDoubt: "  in doubt"
                case .complete: run.isSettled ? "" : "  later runs are not compared with it"
                case .interrupted: run.ending?.cause == .runDeadline ? "  cut off by --run-deadline" : "  interrupted"
                case .running: "  unfinished"
                }
            lines.line(
                "run \(run.number)  \(run.facts.startedAt.minuteText)  \(run.facts.id.prefix(8))\(state)",
                role: .heading)
            var facts = "rules \(run.facts.rulesVersion)"
            if let summary = run.summary, summary.targets > 0 { facts = "\(summary.targetsText); \(facts)" }
            lines.paragraph(facts, indent: 4)
            for warning in run.ending?.warnings ?? [] { lines.paragraph(warning.message, indent: 4, role: .warning) }
        }
        return lines.text
    }

    package func render(_ timeline: DomainTimeline) -> String {
        var lines = TextLines(style: style, width: width)
        lines.paragraph(timeline.name, role: .heading)
        for result in timeline.results {
            let status = result.status.textLabel
            var words: [String] = []
            // The error of an unreachable domain is that it could not be checked.
            if result.errors > 0, result.status != .unreachable { words.append(Phrase.count(result.errors, "error")) }
            if result.warnings > 0 { words.append(Phrase.count(result.warnings, "warning")) }
            if result.isChanged == true { words.append("result changed") }
            if result.run.isInDoubt { words = ["the run is in doubt"] }
            lines.line(
                "\(result.run.facts.startedAt.minuteText)  run \(result.run.number)  \(status.text)"
                    + (words.isEmpty ? "" : "  (\(words.joined(separator: ", ")))"),
                indent: 2, role: status.role)
        }
        if !timeline.findings.isEmpty { lines.section("Findings", indent: 2) }
        for span in timeline.findings {
            let finding = span.finding
            let resolution =
                span.fixedAt.map { "resolved \($0.dayText)" } ?? "not resolved, last found \(span.lastSeen.dayText)"
            let since = finding.firstSeen?.dayText ?? "?"
            lines.line(
                "\(finding.severity.rawValue)  \(finding.code.rawValue)  since \(since), \(resolution)", indent: 4,
                role: span.fixedAt == nil ? finding.severity.role : .quiet)
            lines.paragraph(finding.message, indent: 8)
        }
        return lines.text
    }

    package func render(_ diff: RunDiff) -> String {
        var lines = TextLines(style: style, width: width)
        lines.line("From \(DiffSections.title(of: diff.earlierRun))", role: .heading)
        lines.line("to   \(DiffSections.title(of: diff.laterRun))", role: .heading)
        for remark in DiffSections.remarks(diff) { lines.paragraph(remark, role: .warning) }
        for section in DiffSections(diff).sections {
            lines.section(section.title)
            for entry in section.entries {
                let people = entry.domain.people?.text.map { " [\($0)]" } ?? ""
                lines.paragraph(entry.domain.name + people, indent: 2, hanging: 4)
                for item in entry.items {
                    let labels = item.severity.map { [TextLines.Label("\($0.rawValue)  ", $0.role)] } ?? []
                    lines.paragraph(labels: labels, item.text, indent: 4, hanging: 6)
                }
            }
            if let omission = section.omission { lines.paragraph(omission, indent: 2) }
        }
        lines.blank()
        lines.paragraph("\(DiffSections.summary(diff.changes)).")
        return lines.text
    }
}
