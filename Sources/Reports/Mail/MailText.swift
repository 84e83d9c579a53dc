import Basics
import Runs

/// The mail in plain words, for programs that show no HTML.
enum MailText {
    /// The columns of a line of text.
    private static let width = 76

    /// The text of a mail.
    static func text(_ content: MailContent) -> String {
        var lines = [content.headline, content.time, ""]
        for notice in content.notices { lines += wrapped(notice) + [""] }
        let width = content.totals.map { DomainWords.grouped($0.count).count }.max() ?? 0
        for (status, count) in content.totals {
            let number = DomainWords.grouped(count)
            let padding = String(repeating: " ", count: width - number.count)
            lines.append("  \(padding)\(number)  \(status.label(count)): \(status.meaning)")
        }
        if let opensApp = content.opensApp { lines += [""] + wrapped(opensApp) }
        lines += ["", "WHAT CHANGED"] + wrapped(content.since)
        for change in content.changes {
            let names = change.names.joined(separator: ", ") + (change.more.map { " \($0)" } ?? "")
            lines += wrapped("\(change.title) \(DomainWords.grouped(change.count)): \(names)", indent: "  ")
        }
        if !content.worst.isEmpty { lines += ["", content.worstTitle.uppercased()] }
        for domain in content.worst {
            let fresh = domain.fresh.map { " (\($0))" } ?? ""
            lines += [""] + wrapped("\(domain.status.label): \(domain.name)\(fresh)")
            lines += wrapped(domain.sentence, indent: "  ")
            if let message = domain.message { lines += wrapped(message, indent: "  ") }
            if let remedy = domain.remedy { lines += wrapped("What to do: \(remedy)", indent: "  ") }
            if let who = domain.who { lines += wrapped(who, indent: "  ") }
        }
        if let rest = content.rest { lines += [""] + wrapped(rest) }
        lines += [""] + wrapped(content.footer)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Lines of words; a word that is longer than a line stays whole.
    private static func wrapped(_ text: String, indent: String = "") -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent.count + line.count + 1 + word.count > width {
                lines.append(indent + line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty ? lines : lines + [indent + line]
    }
}
