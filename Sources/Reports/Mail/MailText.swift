import Basics
import Records

/// The mail as plain text, for programs that do not display HTML.
enum MailText {
    /// The maximum length of a line, in columns.
    private static let width = 76

    /// Returns the text of a mail.
    static func text(_ content: MailContent) -> String {
        var lines = [content.headline, content.time, ""]
        for notice in content.notices { lines += wrapped(notice) + [""] }
        let width = content.totals.map { Phrase.number($0.count).count }.max() ?? 0
        for (status, count) in content.totals {
            let number = Phrase.number(count)
            let padding = String(repeating: " ", count: width - number.count)
            lines.append("  \(padding)\(number)  \(status.label(count)): \(status.meaning)")
        }
        if let opensApp = content.opensApp { lines += [""] + wrapped(opensApp) }
        if let link = content.link { lines += [""] + wrapped("Full report: \(link)") }
        if !content.steps.isEmpty { lines += ["", "FIX FIRST"] + wrapped(content.order ?? "") }
        for (index, step) in content.steps.enumerated() {
            lines += [""] + wrapped("\(index + 1). \(step.title): \(names(step.names))")
            for text in [step.reason, step.message, step.remedy.map { "What to do: \($0)" }, step.who] {
                if let text { lines += wrapped(text, indent: "   ") }
            }
        }
        if let rest = content.rest { lines += [""] + wrapped(rest) }
        if let since = content.since { lines += ["", "WHAT CHANGED"] + wrapped(since) }
        for change in content.changes {
            let names = Self.names(change.names)
            lines += wrapped("\(change.title) \(Phrase.number(change.count)): \(names)", indent: "  ")
        }
        lines += [""] + wrapped(content.footer)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func names(_ names: MailContent.Names) -> String {
        names.shown.map(\.name).joined(separator: ", ") + (names.more.map { " \($0)" } ?? "")
    }

    /// Returns escaped text as wrapped lines; words longer than a line are not broken.
    private static func wrapped(_ text: String, indent: String = "") -> [String] {
        Phrase.lines(of: VisibleText.escape(text), width: width, indent: indent)
    }
}
