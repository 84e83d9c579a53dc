import Audit
import Basics
import Findings
package import Records

extension HistoryText {
    /// Returns the changes between two runs.
    package func text(_ diff: RunDiff) -> String {
        var lines = TextLines(style: style, width: width)
        lines.line("From \(Self.run(diff.before))", indent: 0, role: .heading)
        lines.line("to   \(Self.run(diff.after))", indent: 0, role: .heading)
        for remark in DiffRemarks.of(diff) { lines.paragraph(remark, indent: 0, role: .warning) }
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
            if section.more > 0 { lines.line("and \(Phrase.count(section.more, "more domain"))", indent: 2) }
        }
        lines.blank()
        lines.paragraph("\(DiffSections.summary(diff.changes)).", indent: 0)
        return lines.text
    }

    static func run(_ run: RunRecord) -> String {
        "run \(run.number), \(minute(run.facts.startedAt))\(run.complete ? "" : ", not complete")"
    }
}

/// The notes to read before a comparison of two runs.
enum DiffRemarks {
    static func of(_ diff: RunDiff) -> [String] {
        var remarks: [String] = []
        let (before, after) = (diff.before.facts.rulesVersion, diff.after.facts.rulesVersion)
        if before != after {
            remarks.append(
                diff.changes.rules?.sentence
                    ?? "The rules of the audit changed from \(before) to \(after); "
                    + "no finding is new or resolved only because of that, as far as the domains' responses show.")
        }
        if !diff.before.complete || !diff.after.complete {
            remarks.append("An incomplete run lacks domains; they count as not audited.")
        }
        if let parts = diff.parts {
            let names = RunDiff.allParts.filter(parts.contains).map(\.option)
            remarks.append(
                "Only a part of the difference is shown (--only \(names.joined(separator: ","))); the numbers at the end are of "
                    + "all.")
        }
        if diff.domainsLeftOut > 0 {
            remarks.append("\(diff.domainsLeftOut) more domains changed; the numbers at the end include them.")
        }
        return remarks
    }
}
