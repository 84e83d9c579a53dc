import Audit
import Basics
import Findings
package import Records

extension HistoryText {
    /// Returns the changes between two runs.
    package func text(_ diff: RunDiff) -> String {
        var lines = TextLines(style: style, width: width)
        lines.line("From \(DiffSections.run(diff.before))", indent: 0, role: .heading)
        lines.line("to   \(DiffSections.run(diff.after))", indent: 0, role: .heading)
        for remark in DiffSections.remarks(diff) { lines.paragraph(remark, indent: 0, role: .warning) }
        for section in DiffSections(diff).sections {
            lines.blank()
            lines.line(section.title, indent: 0, role: .heading)
            for domain in section.domains {
                lines.paragraph(domain.name + (domain.people.map { " [\($0)]" } ?? ""), indent: 2, hanging: 4)
                for item in domain.items {
                    let role: TextStyle.Role = item.severity == "error" ? .error : .warning
                    let labels = item.severity.map { [TextLines.Label("\($0)  ", role)] } ?? []
                    lines.paragraph(item.text, indent: 4, hanging: 6, labels: labels)
                }
            }
            if let more = section.more { lines.line(more, indent: 2) }
        }
        lines.blank()
        lines.paragraph("\(DiffSections.summary(diff.changes)).", indent: 0)
        return lines.text
    }
}
