import Basics
package import Records

/// The state of a run for a mail program: the problems to fix first, totals and changes, in less than 100,000 bytes.
///
/// Some mail programs truncate pages beyond about 102,000 bytes.
/// Mail programs remove style sheets, scripts, classes, anchors and remote content, so each element has an inline
/// style, and the page is readable without styles. Colored text has an explicit background, and its meaning in words.
package struct MailReport: DocumentRenderer, Sendable {
    /// Whether to write a message with header fields, text and HTML, rather than only the HTML page.
    private let isWholeMessage: Bool

    package init(isWholeMessage: Bool = false) { self.isWholeMessage = isWholeMessage }

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        let content = try MailContent(run)
        let mail = TemplateObject(content.fill)
        let page = PageTemplates.render("mail", mail)
        guard isWholeMessage else { return try sink.write(page) }
        let message = MailMessage.source(
            subject: content.title, date: run.finishedAt, id: run.facts.id, text: Self.text(mail), html: page)
        try sink.write(message)
    }

    /// Returns the mail as plain text, for programs that do not display HTML; words longer than a line are not broken.
    private static func text(_ mail: TemplateObject) -> String {
        let text = EscapedText.unescape(PageTemplates.render("mailText", mail))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.isEmpty
                ? [""] : Phrase.lines(of: String(line), width: 76, indent: String(line.prefix { $0 == " " }))
        }
        return lines.joined(separator: "\n")
    }
}
