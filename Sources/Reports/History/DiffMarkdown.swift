import Audit
import Basics
package import Records

/// A comparison of two runs as Markdown (CommonMark without tables), for tickets and pull requests.
package enum DiffMarkdown {
    package static func render(_ diff: RunDiff) -> String {
        var text = "# Changes from \(DiffSections.run(diff.before)) to \(DiffSections.run(diff.after))\n\n"
        text += "\(DiffSections.summary(diff.changes)).\n"
        for remark in DiffSections.remarks(diff) { text += "\n> \(escape(remark))\n" }
        for section in DiffSections(diff).sections {
            text += "\n## \(section.title)\n\n"
            for (domain, items) in section.domains {
                let people = domain.people?.text.map { " (\(escape($0)))" } ?? ""
                text += "- **\(escape(domain.name))**\(people)\n"
                for item in items {
                    let severity = item.severity.map { "\($0): " } ?? ""
                    text += "  - \(severity)\(escape(item.text))\n"
                }
            }
            if let more = section.more { text += "- \(more)\n" }
        }
        return text
    }

    static func escape(_ text: String) -> String {
        VisibleText.escape(text).escaped { before, scalar, _ in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "!", "@": "\\\(scalar)"
            // A plain URL would become a link.
            case "/" where before == ":": "\\/"
            default: nil
            }
        }
    }
}
