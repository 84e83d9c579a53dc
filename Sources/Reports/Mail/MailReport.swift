import Audit
import Basics
import Findings
public import Runs

/// The state of a run for a mail program: totals, what changed and the worst domains, always below ``maxBytes`` bytes.
///
/// Mail programs take away style sheets, scripts, classes, anchors and what is loaded from elsewhere, so that none is in it: it
/// is made of tables, and each element has its own style. Colours stand on a ground of their own, and never say anything alone.
public struct MailReport: DocumentRenderer, Sendable {
    /// What is written.
    public enum Form: Sendable {
        /// The page alone, for a program that makes the message.
        case page
        /// A whole message with its header fields, the page, and the same as text.
        case message
    }

    /// The most bytes of the page; some mail programs cut off what is beyond about 102,000.
    public static let maxBytes = 100_000

    private let form: Form

    /// Creates a renderer.
    public init(_ form: Form = .page) { self.form = form }

    /// Writes the page or the message; ending the sink is left to the caller.
    public func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        let templates: PageTemplates
        do {
            templates = try PageTemplates()
        } catch {
            // A test holds the templates to be readable.
            preconditionFailure("a template of the mail cannot be read: \(error)")
        }
        let content = try MailContent(run)
        let page = templates.render(.mail, Self.object(content, version: run.facts.toolVersion))
        switch form {
        case .page: try sink.write(page)
        case .message:
            let message = MailMessage(
                subject: content.title, date: run.finishedAt, id: run.facts.id, text: MailText.text(content), page: page
            )
            try sink.write(message.source)
        }
    }

    private static func object(_ content: MailContent, version: String) -> TemplateObject {
        TemplateObject { mail in
            mail.text("version", version)
            mail.text("title", content.title)
            mail.text("headline", content.headline)
            mail.text("time", content.time)
            mail.texts("notice", content.notices)
            mail.list(
                "total",
                content.totals.map { status, count in
                    TemplateObject { total in
                        total.text("color", color(status))
                        total.text("count", DomainWords.grouped(count))
                        total.text("label", status.label(count))
                        total.text("meaning", status.meaning)
                    }
                })
            mail.text("opensApp", content.opensApp)
            mail.text("since", content.since)
            mail.list("change", content.changes.map(change))
            if !content.worst.isEmpty {
                mail.object(
                    "worst",
                    TemplateObject { worst in
                        worst.text("worstTitle", content.worstTitle)
                        worst.list("domain", content.worst.map(domain))
                    })
            }
            mail.text("rest", content.rest)
            mail.text("footer", content.footer)
        }
    }

    private static func change(_ change: MailContent.Change) -> TemplateObject {
        TemplateObject { object in
            object.text("changeTitle", change.title)
            object.text("changeCount", DomainWords.grouped(change.count))
            object.list(
                "changeName",
                change.names.enumerated().map { index, name in
                    TemplateObject { object in
                        object.text("itself", name)
                        object.text("comma", index + 1 < change.names.count ? ", " : nil)
                    }
                })
            object.text("changeMore", change.more)
        }
    }

    private static func domain(_ domain: MailContent.Domain) -> TemplateObject {
        TemplateObject { object in
            object.text("color", color(domain.status))
            object.text("label", domain.status.label)
            object.text("name", domain.name)
            object.text("fresh", domain.fresh)
            object.text("sentence", domain.sentence)
            object.text("message", domain.message)
            object.text("remedy", domain.remedy)
            object.text("who", domain.who)
        }
    }

    /// A colour that can be read on white.
    private static func color(_ status: DomainStatus) -> String {
        switch status {
        case .fail: "#b3261e"
        case .warn: "#8a5300"
        case .pass: "#1a6b3c"
        case .unreachable, .invalid, .accepted: "#4f5b76"
        }
    }
}
