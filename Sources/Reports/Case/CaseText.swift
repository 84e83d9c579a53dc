import Audit
import Basics
import Findings
package import Records

/// The result for one link, for a terminal.
package struct CaseText: Sendable {
    var style = TextStyle.plain
    var width = 80
    /// Whether the text is for a ticket, which already contains the table of systems and must be complete without other
    /// sources.
    var isTicket = false

    /// Returns the text, with line feeds; a ticket does not contain the causes that cannot be observed from outside.
    package func render(_ answer: CaseAnswer) -> String {
        let words = CaseWords(answer)
        var lines = TextLines(style: style, width: width)
        appendStory(words, &lines)
        if !isTicket { appendUnseen(words, &lines) }
        return lines.text
    }

    private func appendStory(_ words: CaseWords, _ lines: inout TextLines) {
        lines.paragraph(
            labels: [.init(words.answerText + ": ", role(words.answer.word))], words.sentence(), indent: 0, hanging: 2)
        lines.blank()
        appendFacts(words, &lines)
        if !isTicket { appendTable(words, &lines) }
        appendTrail(words, &lines)
        appendFirstStep(words, &lines)
        appendOtherSteps(words, &lines)
        if let destination = words.destination {
            lines.blank()
            lines.paragraph(
                labels: [.init("The destination, ", .heading)],
                "\(destination.link), tapped directly: \(destination.text)", indent: 0, hanging: 2)
        }
        if let verification = words.verification {
            lines.blank()
            lines.paragraph(labels: [.init("After the fix: ", .heading)], verification, indent: 0, hanging: 2)
        }
    }

    private func role(_ word: CaseAnswer.Word) -> TextStyle.Role {
        switch word {
        case .yes: .good
        case .no: .error
        case .depends, .unknown: .warning
        }
    }

    // MARK: Observations

    private func appendFacts(_ words: CaseWords, _ lines: inout TextLines) {
        func fact(_ label: String, _ text: String) {
            lines.paragraph(labels: [.init(TextReport.pad(label + ":", to: 6), .quiet)], text, indent: 2, hanging: 8)
        }
        fact("Link", words.link)
        if let app = words.app { fact("App", app) }
        if let others = words.otherApps { fact("Note", "the link opens \(others)") }
        if let rule = words.rule { fact("Rule", rule) }
    }

    private func appendTable(_ words: CaseWords, _ lines: inout TextLines) {
        let rows = words.rows
        let column = rows.map(\.name.count).max() ?? 0
        let answers = rows.map(\.outcome.answer.word.count).max() ?? 0
        lines.blank()
        for row in rows {
            let answer = TextLines.Label(row.outcome.answer.word, row.outcome.answer.role)
            lines.row([.init(row.name), answer, .init(row.why)], widths: [column, answers], indent: 2)
        }
        lines.paragraph(AppleSystem.note, indent: 2, role: .quiet)
    }

    private func appendTrail(_ words: CaseWords, _ lines: inout TextLines) {
        let notes = words.trailNotes
        guard !notes.isEmpty || !words.hops.isEmpty else { return }
        lines.blank()
        if let first = words.hops.first {
            lines.paragraph("Where the link leads:", indent: 0, role: .heading)
            lines.paragraph(first.from, indent: 2, hanging: 4)
            for hop in words.hops {
                lines.paragraph(labels: [.init("--[\(hop.status)]--> ", .warning)], hop.to, indent: 4, hanging: 6)
            }
        }
        for note in notes { lines.paragraph(note, indent: 2) }
    }

    // MARK: What to do

    private func appendFirstStep(_ words: CaseWords, _ lines: inout TextLines) {
        guard let step = words.steps.first else { return }
        lines.blank()
        lines.paragraph(
            labels: [.init(words.firstStepTitle + ": ", .heading)], Phrase.lowered(step.title) + ".", indent: 0,
            hanging: 2)
        lines.paragraph(step.message, indent: 2)
        lines.paragraph(labels: [.init("What to do:  ", .heading)], step.action, indent: 2, hanging: 15)
        lines.paragraph(labels: [.init("Responsible: ", .heading)], step.responsible, indent: 2, hanging: 15)
        guard let finding = step.finding else { return }
        if isTicket {
            ServerRemedyText.appendTicket(finding, of: step.report, &lines)
        } else if let remedy = step.report.serverRemedy(for: finding) {
            ServerRemedyText.appendAdvice(remedy, of: step.report, isBrief: true, &lines)
        }
    }

    private func appendOtherSteps(_ words: CaseWords, _ lines: inout TextLines) {
        let others = words.steps.dropFirst()
        guard !others.isEmpty else { return }
        lines.blank()
        lines.paragraph("After that:", indent: 0, role: .heading)
        for step in others.prefix(CaseWords.maxOtherSteps) {
            lines.paragraph(labels: [.init("- ")], CaseWords.brief(step), indent: 2, hanging: 4)
        }
        if others.count > CaseWords.maxOtherSteps {
            lines.paragraph("and \(others.count - CaseWords.maxOtherSteps) more", indent: 2)
        }
    }

    // MARK: Unobservable causes

    private func appendUnseen(_ words: CaseWords, _ lines: inout TextLines) {
        let causes = words.unseen
        guard !causes.isEmpty else { return }
        lines.blank()
        lines.paragraph(words.unseenTitle, indent: 0, role: .heading)
        for (index, cause) in causes.enumerated() {
            let number = TextReport.pad("\(index + 1).", to: 4)
            lines.paragraph(labels: [.init(number)], cause.reason, indent: 0, hanging: 4)
            lines.paragraph(cause.check, indent: 4)
        }
        lines.paragraph(UnseenCause.tools, indent: 0)
    }
}
