import Audit
import Basics
import Findings
package import Records

/// The state of a run for a mail program: the problems to fix first, totals and changes, in at most ``maxBytes`` bytes.
///
/// Mail programs remove style sheets, scripts, classes, anchors and remote content, so each element has an inline
/// style, and the page is readable without any. Colored text has an explicit background, and its meaning in words.
package struct MailReport: DocumentRenderer, Sendable {
    /// The maximum size of the page in bytes; some mail programs truncate pages beyond about 102,000.
    package static let maxBytes = 100_000

    /// Whether to write a message with header fields, text and HTML, rather than only the HTML page.
    private let isWholeMessage: Bool

    package init(isWholeMessage: Bool = false) { self.isWholeMessage = isWholeMessage }

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        let content = try MailContent(run)
        let page = PageTemplates.render("mail", TemplateObject { Self.fill(&$0, content) })
        guard isWholeMessage else { return try sink.write(page) }
        let message = MailMessage.source(
            subject: content.title, date: run.finishedAt, id: run.facts.id, text: MailText.render(content), html: page)
        try sink.write(message)
    }

    private static func fill(_ mail: inout TemplateObject, _ content: MailContent) {
        mail.set([
            "version": content.version, "title": content.title, "headline": content.headline,
            "reportLink": content.link, "time": content.time, "rest": content.rest, "footer": content.footer,
        ])
        mail.texts("notice", content.notices)
        mail.object("fixFirst") { start in
            start.list("firstStep", content.steps) { object, step in
                object.set([
                    "stepAction": step.action, "stepTitle": step.title, "who": step.who, "fixer": step.fixer,
                    "remedy": step.remedy, "stepMessage": step.message, "stepReason": step.reason,
                ])
                fillNames(step.names, &object)
            }
            start.text("startOrder", content.order)
        }
        mail.object("all") { all in
            all.list("total", content.totals) { object, total in
                // Both colors are legible on white, and the label contains the status as well.
                object.set([
                    "color": total.status == .fail ? "#b3261e" : "#1b1f24", "meaning": total.status.meaning,
                    "count": Phrase.number(total.count), "label": total.status.label(total.count),
                ])
            }
            all.text("opensApp", content.opensApp)
        }
        mail.object("changes") { changes in
            changes.text("since", content.since)
            changes.list("change", content.changes) { object, change in
                object.set(["changeTitle": change.title, "changeCount": Phrase.number(change.count)])
                fillNames(change.names, &object)
            }
        }
    }

    private static func fillNames(_ names: MailContent.Names, _ object: inout TemplateObject) {
        object.list("listed", names.shown.enumerated()) { object, entry in
            let name = HTMLWords.nameParts(entry.element.name)
            object.set(["itself": name.host, "port": name.port, "target": entry.element.link])
            object.text("comma", entry.offset + 1 < names.shown.count ? ", " : nil)
        }
        object.set(["listedMore": names.more, "moreTarget": names.moreLink])
    }
}

/// The mail as plain text, for programs that do not display HTML.
enum MailText {
    static func render(_ content: MailContent) -> String {
        var lines = [content.headline]
        if let link = content.link { lines += wrapped("Full report: \(link)") }
        lines.append(content.time)
        for notice in content.notices { lines += [""] + wrapped(notice) }
        if !content.steps.isEmpty { lines += ["", "FIX FIRST"] }
        for (index, step) in content.steps.enumerated() {
            lines += [""] + wrapped("\(index + 1). \(step.who.map { "\($0): " } ?? "")\(step.action)")
            let action = step.remedy.map { "What to do: \($0)" }
            let cause = "\(step.title). \(step.reason) \(step.message) \(step.fixer)"
            for case let text? in [step.names.text, action, cause] { lines += wrapped(text, indent: "   ") }
        }
        for case let text? in [content.order, content.rest] { lines += [""] + wrapped(text) }
        if !content.totals.isEmpty { lines += ["", "ALL DOMAINS"] }
        for (status, count) in content.totals {
            lines += wrapped("\(Phrase.number(count)) \(status.label(count)): \(status.meaning)", indent: "  ")
        }
        if let opensApp = content.opensApp { lines += wrapped(opensApp) }
        if let since = content.since { lines += ["", "WHAT CHANGED"] + wrapped(since) }
        for change in content.changes {
            lines += wrapped("\(change.title) \(Phrase.number(change.count)): \(change.names.text)", indent: "  ")
        }
        lines += [""] + wrapped(content.footer)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns escaped text as wrapped lines; words longer than a line are not broken.
    private static func wrapped(_ text: String, indent: String = "") -> [String] {
        Phrase.lines(of: VisibleText.escape(text), width: 76, indent: indent)
    }
}
