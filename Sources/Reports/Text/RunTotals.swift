import Audit
import Basics
import Findings
import Runs

/// What is said of a run as a whole.
extension TextLines {
    /// Adds what looks wrong with the run, which a reader has to know before believing any number.
    mutating func warnings(_ ending: RunEnding) {
        for warning in ending.warnings {
            paragraph(warning.message, indent: 0, hanging: 2, role: warning.isFailure ? .error : .warning)
        }
    }

    /// Adds how many targets came out how, and what was found at how many.
    mutating func totals(_ summary: RunSummary) {
        let known = DomainStatus.worstFirst.filter { summary[$0] > 0 }.map { "\(summary[$0]) \($0.words)" }
        paragraph(
            known.isEmpty ? "none." : known.joined(separator: ", ") + ".", indent: 0, hanging: 2,
            labels: [.init("\(Phrase.count(summary.targets, "target")): ", .heading)])
        if let text = summary.opensAppText { paragraph(text, indent: 0, hanging: 2) }
        let found = summary.weightyFindings
        guard !found.isEmpty else { return }
        let list = found.map { "\($0.code.rawValue) \($0.count)" }.joined(separator: ", ")
        paragraph(list + ".", indent: 0, hanging: 2, labels: [.init("Found: ", .heading)])
        paragraph(
            "“aasa-audit explain CODE” says what such a finding means, and what to do.", indent: 2, role: .quiet)
    }

    /// Adds what is different from the run before, with the names of the domains where they are known.
    mutating func changes(_ changes: RunChanges, _ names: StateNames? = nil) {
        paragraph(
            DiffSections.summary(changes) + ".", indent: 0, hanging: 2,
            labels: [.init("Since the run of \(HistoryText.minute(changes.previousStartedAt)): ", .heading)])
        guard var names else { return }
        for item in changes.items where item.kind == .fixed && item.severity > .info { names.addFixed(item.domain) }
        for (title, list) in names.lists { paragraph(list.text, indent: 2, hanging: 4, labels: [.init("\(title): ")]) }
    }

    /// Adds why the run did not come to the end of its list.
    mutating func interruption(_ ending: RunEnding) {
        guard let interruption = ending.interruption else { return }
        paragraph(
            "\(interruption): targets that do not appear in this report were not looked at.", indent: 0, hanging: 2,
            role: .warning)
    }
}
