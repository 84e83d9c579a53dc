import Audit
import Basics
package import Records

/// The result for one link in GitHub-flavored Markdown, for a ticket.
///
/// Foreign text appears only as code, in which it cannot add markup or links, or mention users.
package struct CaseMarkdown: Sendable {
    /// The maximum size of the block with the observations, in bytes.
    private static let maxDetails = 20_000

    package func render(_ answer: CaseAnswer) -> String {
        let words = CaseWords(answer)
        let time = UTCTime(answer.report.startedAt)?.minuteText ?? "an unknown time"
        var text = "# \(words.answerText): does this link open the app?\n\n"
        text += "\(MarkdownText.code(words.link)), checked from outside on \(time).\n\n"
        text += "| System | Opens the app | Because |\n| --- | --- | --- |\n"
        for row in words.rows {
            let why = row.why.isEmpty ? "" : MarkdownText.code(row.why)
            text += "| \(row.name) | \(row.outcome.answer.word) | \(why) |\n"
        }
        text += "\n\(AppleSystem.note)\n\n## What was found, and what to do\n\n"
        text += MarkdownText.fenced(CaseText(isTicket: true).render(answer), maxBytes: Self.maxDetails)
        if !words.unseen.isEmpty {
            text += "\n## What cannot be seen from outside\n\n\(words.unseenTitle)\n\n"
            for (index, cause) in UnseenCause.all(host: "this host").enumerated() {
                text += "\(index + 1). \(cause.reason) \(cause.check)\n"
            }
            text += "\n\(UnseenCause.tools)\n"
        }
        return text
    }
}
