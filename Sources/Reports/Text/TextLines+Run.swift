import Audit
import Basics
import Findings
import Records

extension TextLines {
    /// Adds the warnings about the run, which readers need before they trust its numbers.
    mutating func addWarnings(_ ending: RunEnding) {
        for warning in ending.warnings {
            paragraph(warning.message, indent: 0, hanging: 2, role: warning.isFailure ? .error : .warning)
        }
    }

    /// Adds the numbers of targets by status, and of targets by finding.
    ///
    /// For a run in doubt, the numbers of domains on which links open the app are omitted, because they are unreliable.
    /// `hidesNotes` determines whether a sentence mentions hidden notes on old systems.
    mutating func addTotals(_ summary: RunSummary, isInDoubt: Bool = false, hidesNotes: Bool) {
        let known = DomainStatus.worstFirst.filter { summary[$0] > 0 }
            .map { "\(Phrase.number(summary[$0])) \($0.words)" }
        let targets =
            summary[.invalid] > 0
            ? Phrase.count(summary.targets, "entry", "entries") : Phrase.count(summary.targets, "domain")
        paragraph(
            labels: [.init("\(targets): ", .heading)], known.isEmpty ? "none." : known.joined(separator: ", ") + ".",
            indent: 0, hanging: 2)
        if !isInDoubt, let text = summary.opensAppText { paragraph(text, indent: 0, hanging: 2) }
        let found = summary.weightyFindings
        let weighty = Dictionary(uniqueKeysWithValues: found.map { ($0.code, $0.count) })
        let notes = summary.findings.filter { Finding.oldSystemNotes.contains($0.code) }
            .reduce(0) { $0 + $1.count - (weighty[$1.code] ?? 0) }
        if hidesNotes, notes > 0 { paragraph(Finding.hiddenNotes(notes), indent: 0, hanging: 2, role: .quiet) }
        guard !found.isEmpty else { return }
        let list = found.map { "\($0.code.rawValue) \($0.count)" }.joined(separator: ", ")
        paragraph(labels: [.init("Found: ", .heading)], list + ".", indent: 0, hanging: 2)
        paragraph("“aasa-audit explain CODE” explains a finding and how to fix it.", indent: 2, role: .quiet)
    }

    /// Adds the changes since the previous run: the names of the domains for each kind of change.
    mutating func addChanges(_ changes: RunChanges) {
        paragraph(
            labels: [.init("Since the run of \(HistoryText.minute(changes.previousStartedAt)): ", .heading)],
            changes.emptyText.map { "\($0)." } ?? "", indent: 0, hanging: 2)
        if let rules = changes.rules?.sentence { paragraph(rules, indent: 2, hanging: 4) }
        for list in changes.lists {
            paragraph(
                labels: [.init("\(list.kind.title), \(Phrase.count(list.names.count, "domain")): ")],
                list.names.text(limit: TextDocument.maxNames) {
                    list.kind == .partlyFixed ? Self.nameWithResolved($0, changes) : $0
                },
                indent: 2, hanging: 4)
        }
    }

    private static func nameWithResolved(_ name: String, _ changes: RunChanges) -> String {
        let titles = changes.items.filter { $0.kind == .fixed && $0.domain == name && $0.severity > .info }
            .map { "“\(Catalogue[$0.code].title)”" }
        return titles.isEmpty ? name : "\(name) (resolved: \(titles.joined(separator: ", ")))"
    }

    /// Adds the names of the domains without problems.
    mutating func addPassed(_ names: DomainNames) {
        guard !names.isEmpty else { return }
        paragraph(
            labels: [.init("OK, \(Phrase.count(names.count, "domain")): ")], names.text(limit: TextDocument.maxNames),
            indent: 0, hanging: 2)
    }

    /// Adds the problems to fix first, with the reasons.
    mutating func addStartHere(_ startHere: StartHere) {
        let plan = startHere.plan
        guard !plan.steps.isEmpty else { return }
        let order = plan.steps.count > 1 ? " (\(plan.order))" : ""
        paragraph("Fix first\(order):", indent: 0, hanging: 2, role: .heading)
        for (index, step) in plan.steps.enumerated() {
            paragraph(
                labels: [.init("\(index + 1). ")],
                "\(step.domains.text(limit: 5)): \(Catalogue[step.code].action). \(Phrase.sentence(step.reason))",
                indent: 2, hanging: 5)
        }
        if let later = plan.laterText() { paragraph(later, indent: 2, hanging: 5) }
    }

    /// Adds the domains with accepted problems, with the author, the last day and the reason of the waiver.
    mutating func addAccepted(_ accepted: Listed<AcceptedDomain>) {
        for line in accepted.sentences(limit: TextDocument.maxNames) { paragraph(line, indent: 2, hanging: 4) }
    }

    /// Adds the domains of a run by the apps and targets that list them; nothing without entitlements.
    mutating func addApps(_ listed: ListedApps) {
        for (position, app) in listed.apps.enumerated() {
            if position > 0 { blank() }
            paragraph(
                labels: [.init(app.listing.name, .heading), .init(", ")], "\(app.listing.source): \(app.domainCount)",
                indent: 0, hanging: 2)
            let domains = app.domains
            let width = min(40, domains.map { TerminalText.width(VisibleText.escape($0.name)) }.max() ?? 0)
            for domain in domains {
                let state = TextReport.label(for: domain.status)
                let word = TextReport.pad(state.text, to: 13)
                let name = VisibleText.escape(domain.name)
                let gap = String(repeating: " ", count: max(2, width + 2 - TerminalText.width(name)))
                paragraph(
                    labels: [.init(word, state.role), .init(domain.name), .init(gap)],
                    domain.entries.joined(separator: ", "), indent: 2, hanging: 15, role: .quiet)
            }
            if app.count > domains.count {
                paragraph("and \(Phrase.count(app.count - domains.count, "more domain"))", indent: 2)
            }
        }
        if listed.omitted > 0 { paragraph("and \(Phrase.count(listed.omitted, "more app"))", indent: 0) }
    }

    /// Adds the reason why the run was interrupted.
    mutating func addInterruption(_ ending: RunEnding) {
        guard let interruption = ending.interruption else { return }
        paragraph(
            "\(interruption): domains not listed here were not checked.", indent: 0, hanging: 2,
            role: .warning)
    }
}
