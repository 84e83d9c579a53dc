import Audit
import Basics
import Findings
import Records

extension TextLines {
    /// Adds the interruption and the warnings of the run, which readers need before they trust its numbers.
    mutating func addNotices(_ ending: RunEnding) {
        for notice in ending.notices {
            paragraph(notice.message, hanging: 2, role: notice.isFailure ? .error : .warning)
        }
    }

    /// Adds the numbers of targets by status, and of targets by finding.
    ///
    /// If the failures of the run may have a local cause (`isInDoubt`), the sentence on links that open the app is
    /// omitted. With `hidesNotes`, a sentence says how many notes on old systems are not shown.
    mutating func addTotals(_ summary: RunSummary, isInDoubt: Bool, hidesNotes: Bool) {
        let (noun, plural) = summary[.invalid] > 0 ? ("entry", "entries") : ("domain", "domains")
        fact(
            Phrase.count(summary.targets, noun, plural), labelRole: .heading,
            summary.targets == 0 ? "none." : "\(summary.statusText).")
        if !isInDoubt, let text = summary.opensAppText { paragraph(text, hanging: 2) }
        let counted = summary.countedFindings
        func countOldSystemNotes(_ findings: [(code: FindingCode, count: Int)]) -> Int {
            findings.filter { Finding.oldSystemNotes.contains($0.code) }.reduce(0) { $0 + $1.count }
        }
        let noteCount = countOldSystemNotes(summary.findings) - countOldSystemNotes(counted)
        if hidesNotes, noteCount > 0 { paragraph(Finding.hiddenNotes(noteCount), hanging: 2, role: .quiet) }
        guard !counted.isEmpty else { return }
        let list = counted.map { "\(Phrase.number($0.count)) \($0.code.rawValue)" }.joined(separator: ", ")
        fact(summary[.accepted] > 0 ? "Found, not accepted" : "Found", labelRole: .heading, list + ".")
        paragraph("“aasa-audit explain CODE” explains a finding and how to fix it.", indent: 2, role: .quiet)
    }

    mutating func addChanges(_ changes: RunChanges) {
        fact(changes.sinceText, labelRole: .heading, changes.emptyText.map { "\($0)." } ?? "")
        if let rules = changes.rules?.sentence { paragraph(rules, indent: 2, hanging: 4) }
        for list in changes.lists {
            let names = list.names.text(limit: TextDocument.maxNames) {
                list.kind == .partlyFixed ? Self.nameWithResolvedFindings($0, changes) : $0
            }
            let label = "\(list.kind.title), \(Phrase.count(list.names.count, "domain"))"
            fact(label, labelRole: .body, names, indent: 2)
        }
    }

    private static func nameWithResolvedFindings(_ name: String, _ changes: RunChanges) -> String {
        let titles = changes.items.filter { $0.kind == .fixed && $0.domain == name }
            .map { "“\(Catalogue[$0.code].title)”" }
        return titles.isEmpty ? name : "\(name) (resolved: \(titles.joined(separator: ", ")))"
    }

    mutating func addFixFirst(_ plan: FixPlanner.Plan) {
        guard !plan.steps.isEmpty else { return }
        let order = plan.steps.count > 1 ? " (\(plan.order))" : ""
        paragraph("Fix first\(order):", hanging: 2, role: .heading)
        for (index, step) in plan.steps.enumerated() {
            paragraph(
                labels: ["\(index + 1). "],
                "\(step.domains.text(limit: 5)): \(Catalogue[step.code].action). \(Phrase.sentence(step.reason))",
                indent: 2, hanging: 5)
        }
        if let later = plan.othersText() { paragraph(later, indent: 2, hanging: 5) }
    }

    /// Adds the domains of a run by the apps and build targets that list them; adds nothing if no app lists domains.
    mutating func addApps(_ listed: ListedApps) {
        for (position, app) in listed.apps.enumerated() {
            if position > 0 { blank() }
            paragraph(
                labels: [.init(app.listing.name, .heading), ", "],
                "\(app.listing.source): \(app.domainCountText)", hanging: 2)
            let domains = app.domains.items
            let names = domains.map { VisibleText.escape($0.name) }
            let width = min(40, names.map { TerminalText.width($0) }.max() ?? 0)
            for (domain, name) in zip(domains, names) {
                let status = domain.status.textLabel
                let gap = String(repeating: " ", count: max(2, width + 2 - TerminalText.width(name)))
                paragraph(
                    labels: [.init(status.text.padded(to: 13), status.role), .init(name), .init(gap)],
                    domain.entries.joined(separator: ", "), indent: 2, hanging: 15, role: .quiet)
            }
            let rest = app.domains.count - domains.count
            if rest > 0 { paragraph("and \(Phrase.count(rest, "more domain"))", indent: 2) }
        }
        if listed.omitted > 0 { paragraph("and \(Phrase.count(listed.omitted, "more app"))") }
    }
}
