import Audit
import Basics
import Findings
package import Records

/// The state of a run for a mail program: the problems to fix first, totals and changes, in at most ``maxBytes`` bytes.
///
/// Mail programs remove style sheets, scripts, classes, anchors and remote content, so the page uses none of them: each
/// element has an inline style, and the page is readable as headings and lists without any style. Colored text has an
/// explicit background, and color is never the only carrier of information.
package struct MailReport: DocumentRenderer, Sendable {
    /// The maximum size of the page in bytes; some mail programs truncate pages beyond about 102,000.
    package static let maxBytes = 100_000

    /// Whether the output is a complete message with header fields, the page, and the same content as text, rather than
    /// only the page, for a program that creates the message.
    private let isWholeMessage: Bool

    package init(isWholeMessage: Bool = false) { self.isWholeMessage = isWholeMessage }

    /// Writes the page or the message; the caller must finish the sink.
    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        let content = try MailContent(run)
        let page = PageTemplates.render("mail", Self.object(content))
        guard isWholeMessage else { return try sink.write(page) }
        try sink.write(
            MailMessage.source(
                subject: content.title, date: run.finishedAt, id: run.facts.id, text: MailText.render(content),
                html: page))
    }

    private static func object(_ content: MailContent) -> TemplateObject {
        TemplateObject { mail in
            mail.text("version", content.version)
            mail.text("title", content.title)
            mail.text("headline", content.headline)
            mail.text("reportLink", content.link)
            mail.text("time", content.time)
            mail.texts("notice", content.notices)
            mail.object("fixFirst") { start in
                start.list("firstStep", content.steps) { object, step in
                    object.text("stepAction", step.action)
                    object.text("stepTitle", step.title)
                    object.text("who", step.who)
                    object.text("fixer", step.fixer)
                    object.text("remedy", step.remedy)
                    fillNames(step.names, &object)
                    object.texts("note", step.notes)
                    object.text("stepReason", step.reason)
                }
                start.text("startOrder", content.order)
            }
            mail.text("rest", content.rest)
            mail.object("all") { all in
                all.list("total", content.totals) { object, total in
                    // Both colors are legible on white, and the label contains the status as well.
                    object.text("color", total.status == .fail ? "#b3261e" : "#1b1f24")
                    object.text("count", Phrase.number(total.count))
                    object.text("label", total.status.label(total.count))
                    object.text("meaning", total.status.meaning)
                }
                all.text("opensApp", content.opensApp)
            }
            mail.object("changes") { changes in
                changes.text("since", content.since)
                changes.list("change", content.changes) { object, change in
                    object.text("changeTitle", change.title)
                    object.text("changeCount", Phrase.number(change.count))
                    fillNames(change.names, &object)
                }
            }
            mail.text("footer", content.footer)
        }
    }

    private static func fillNames(_ names: MailContent.Names, _ object: inout TemplateObject) {
        object.list("listed", names.shown.enumerated()) { object, entry in
            let name = HTMLWords.nameParts(entry.element.name)
            object.text("itself", name.host)
            object.text("port", name.port)
            object.text("comma", entry.offset + 1 < names.shown.count ? ", " : nil)
            object.text("target", entry.element.link)
        }
        object.text("listedMore", names.more)
        object.text("moreTarget", names.moreLink)
    }
}
