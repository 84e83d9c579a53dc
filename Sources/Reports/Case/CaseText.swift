import Audit
import Basics
package import Records

package struct CaseText: Sendable {
    var style = TextStyle.plain
    var width = 80
    /// Whether the text is for a ticket, which already contains the systems and the causes on the device.
    var isTicket = false

    package func render(_ answer: CaseAnswer) -> String {
        let words = CaseWords(answer: answer)
        var lines = TextLines(style: style, width: width)
        lines.fact(words.answerText, labelRole: words.colorStatus.textLabel.role, words.sentence())
        lines.blank()
        appendFacts(words, &lines)
        if !isTicket { appendTable(words, &lines) }
        appendTrail(words, &lines)
        appendSteps(words, &lines)
        if let destination = words.destination {
            lines.blank()
            lines.paragraph(
                labels: [.init("The destination, ", .heading)],
                "\(destination.link), tapped directly: \(destination.text)", hanging: 2)
        }
        if let verification = words.verification {
            lines.blank()
            lines.fact("After the fix", labelRole: .heading, verification)
        }
        if !isTicket { appendUnseen(words, &lines) }
        return lines.text
    }

    private func appendFacts(_ words: CaseWords, _ lines: inout TextLines) {
        let facts: [(label: String, text: String?)] = [
            ("Link: ", words.link), ("App:  ", words.app),
            ("Note: ", words.otherApps.map { "the link opens \($0)" }), ("Rule: ", words.rule),
        ]
        for (label, text) in facts {
            if let text { lines.paragraph(labels: [.init(label, .quiet)], text, indent: 2, hanging: 8) }
        }
    }

    private func appendTable(_ words: CaseWords, _ lines: inout TextLines) {
        let rows: [[TextLines.Label]] = words.rows.map { [.init($0.name), $0.outcome.answer.textLabel, .init($0.why)] }
        lines.blank()
        let widths = TextLines.widths(of: rows)
        for row in rows { lines.row(row, widths: widths, indent: 2) }
        lines.paragraph(AppleSystem.note, indent: 2, role: .quiet)
    }

    private func appendTrail(_ words: CaseWords, _ lines: inout TextLines) {
        let notes = words.trailNotes
        guard !notes.isEmpty || !words.hops.isEmpty else { return }
        lines.blank()
        if !words.hops.isEmpty { lines.paragraph("Where the link leads:", role: .heading) }
        lines.addHops(words.hops, indent: 2)
        for note in notes { lines.paragraph(note, indent: 2) }
    }

    private func appendSteps(_ words: CaseWords, _ lines: inout TextLines) {
        guard let step = words.steps.first else { return }
        lines.blank()
        lines.fact(words.firstStepTitle, labelRole: .heading, Phrase.lowered(step.title) + ".")
        lines.paragraph(step.message, indent: 2)
        lines.paragraph(labels: [.init("What to do: ", .heading)], step.action, indent: 2, hanging: 6)
        let label = "\(step.responsible.label): "
        lines.paragraph(labels: [.init(label, .heading)], step.responsible.text, indent: 2, hanging: 6)
        if let finding = step.finding {
            lines.addRemedies(for: finding, of: step.report, isTicket: isTicket, isBrief: !isTicket)
        }
        let laterSteps = words.steps.dropFirst()
        guard !laterSteps.isEmpty else { return }
        lines.section("After that:")
        for step in laterSteps.prefix(CaseWords.maxLaterSteps) {
            lines.paragraph(labels: ["- "], CaseWords.brief(step), indent: 2, hanging: 4)
        }
        if laterSteps.count > CaseWords.maxLaterSteps {
            lines.paragraph("and \(Phrase.number(laterSteps.count - CaseWords.maxLaterSteps)) more", indent: 2)
        }
    }

    private func appendUnseen(_ words: CaseWords, _ lines: inout TextLines) {
        guard !words.unseen.isEmpty else { return }
        lines.section(words.unseenTitle)
        for (index, cause) in words.unseen.enumerated() {
            lines.paragraph(labels: [.init("\(index + 1).".padded(to: 4))], cause.reason, hanging: 4)
            lines.paragraph(cause.check, indent: 4)
        }
        lines.paragraph(UnseenCause.tools)
    }
}

/// The result for one link in GitHub-flavored Markdown, for a ticket; untrusted text appears only as code.
package struct CaseMarkdown: Sendable {
    private static let maxDetailBytes = 20_000

    package func render(_ answer: CaseAnswer) -> String {
        let words = CaseWords(answer: answer)
        var text = "# \(words.answerText): does this link open the app?\n\n"
        text += "\(MarkdownText.code(words.link)), checked from outside on \(answer.report.startedAt.minuteText).\n\n"
        text += "| System | Opens the app | Because |\n| --- | --- | --- |\n"
        for row in words.rows {
            let why = row.why.isEmpty ? "" : MarkdownText.code(row.why)
            text += "| \(row.name) | \(row.outcome.answer.word) | \(why) |\n"
        }
        text += "\n\(AppleSystem.note)\n\n## What was found, and what to do\n\n"
        text += MarkdownText.fenced(
            CaseText(isTicket: true).render(answer), maxBytes: Self.maxDetailBytes, note: "the text format is complete")
        if !words.unseen.isEmpty {
            text += "\n## What cannot be seen from outside\n\n\(words.unseenTitle)\n\n"
            // The causes are not code, so they must not contain the host's name, which is untrusted.
            for (index, cause) in UnseenCause.all(host: "this host").enumerated() {
                text += "\(index + 1). \(cause.reason) \(cause.check)\n"
            }
            text += "\n\(UnseenCause.tools)\n"
        }
        return text
    }
}
