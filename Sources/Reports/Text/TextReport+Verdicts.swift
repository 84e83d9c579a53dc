import Audit

extension TextReport {
    /// Adds whether links open the app, by system and app.
    func verdicts(_ report: DomainReport, _ lines: inout TextLines) {
        let table = VerdictTable(report)
        guard let group = table.groups.first else { return }
        defer {
            // The report of several domains has the note with its totals.
            for note in [isOneOfMany ? nil : AppleSystem.note, table.note].compactMap(\.self) {
                lines.paragraph(note, indent: 4, role: .quiet)
            }
        }
        lines.blank()
        let question = report.opensApp == .noLinks ? "Do its other services work? " : "Do links open the app? "
        if let row = table.onlyRow {
            let reasons = row.outcome.reasons(row.because)
            var answer =
                switch row.outcome.works {
                case true?: row.outcome == .works ? "Yes, on every Apple system" : "Probably, on every Apple system"
                case false?: "No, not on any Apple system"
                case nil: "Unknown for all Apple systems"
                }
            if let apps = group.title { answer += ", for \(apps)" }
            lines.paragraph(
                answer + (reasons.isEmpty ? "." : " (\(reasons))."), indent: 2, hanging: 4,
                labels: [.init(question, .heading)])
            return
        }
        lines.paragraph("", indent: 2, labels: [.init(question, .heading)])
        let rows = table.groups.flatMap(\.rows)
        let column = rows.map { AppleSystem.phrase($0.systems).count }.max() ?? 0
        let answers = rows.map(\.outcome.answer.word.count).max() ?? 0
        for group in table.groups {
            if let title = group.title { lines.paragraph(title, indent: 4, hanging: 6) }
            let indent = group.title == nil ? 4 : 6
            for row in group.rows {
                let answer = TextLines.Label(row.outcome.answer.word, row.outcome.answer.role)
                let systems = TextLines.Label(AppleSystem.phrase(row.systems))
                let reasons = row.outcome.reasons(row.because)
                let cells = [systems, answer, TextLines.Label(reasons.isEmpty ? "" : "(\(reasons))")]
                lines.row(cells, widths: [column, answers], indent: indent)
            }
        }
    }
}
