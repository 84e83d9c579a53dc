import Basics
import Records

/// The mail as plain text, for programs that do not display HTML.
enum MailText {
    /// The maximum length of a line, in columns.
    private static let width = 76

    static func render(_ content: MailContent) -> String {
        var lines = [content.headline]
        if let link = content.link { lines += wrapped("Full report: \(link)") }
        lines.append(content.time)
        for notice in content.notices { lines += [""] + wrapped(notice) }
        if !content.steps.isEmpty { lines += ["", "FIX FIRST"] }
        for (index, step) in content.steps.enumerated() {
            lines += [""] + wrapped("\(index + 1). \(step.who.map { "\($0): " } ?? "")\(step.action)")
            let action = step.remedy.map { "What to do: \($0)" }
            let facts = [names(step.names), action].compactMap(\.self)
            let cause = (["\(step.title). \(step.reason)"] + step.notes + [step.fixer]).joined(separator: " ")
            for text in facts + [cause] {
                lines += wrapped(text, indent: "   ")
            }
        }
        for case let text? in [content.order, content.rest] { lines += [""] + wrapped(text) }
        if !content.totals.isEmpty { lines += ["", "ALL DOMAINS"] }
        for (status, count) in content.totals {
            lines += wrapped("\(Phrase.number(count)) \(status.label(count)): \(status.meaning)", indent: "  ")
        }
        if let opensApp = content.opensApp { lines += wrapped(opensApp) }
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
