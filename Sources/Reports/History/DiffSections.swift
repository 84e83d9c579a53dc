import Audit
import Basics
import Findings
package import Records

/// The domains of a comparison in sections for human readers; a domain may occur in several sections.
struct DiffSections {
    /// A line below a domain's name; `severity` is `nil` if the line is not about a finding.
    struct Item {
        var text: String
        var severity: Severity?
    }

    typealias Entry = (domain: RunDiff.Domain, items: [Item])

    struct Section {
        var title: String
        var domains: [Entry]
        var omission: String?

        /// Creates a section; `findingCount` and `domainCount` include domains that are missing from `domains`.
        init(_ title: String, findingCount: Int?, domainCount: Int, _ domains: [Entry]) {
            let count = findingCount.map { "\(Phrase.count($0, "finding")) on \(Phrase.count(domainCount, "domain"))" }
            self.title = "\(title) (\(count ?? "\(domainCount)"))"
            self.domains = domains
            let omitted = domainCount - domains.count
            omission = omitted > 0 ? "and \(Phrase.count(omitted, "more domain"))" : nil
        }
    }

    let sections: [Section]

    init(_ diff: RunDiff) {
        func items(_ findings: [RunDiff.FindingChange], _ kinds: Set<ChangeKind>) -> [Item] {
            findings.filter { kinds.contains($0.kind) }.map { change in
                let remark = change.isByRules ? " (only because the rules changed)" : ""
                let text = "\(change.finding.code.rawValue): \(change.finding.message)\(remark)"
                return Item(text: text, severity: change.finding.severity)
            }
        }
        func entries(_ domains: [RunDiff.Domain], _ items: (RunDiff.Domain) -> [Item]) -> [Entry] {
            domains.map { (domain: $0, items: items($0)) }.filter { !$0.items.isEmpty }
        }
        func comparedEntries(_ kind: ChangeKind) -> [Entry] {
            entries(diff.domains) { items($0.comparedFindings, [kind]) }
        }
        func presenceEntries(_ presence: RunDiff.Domain.Presence) -> [Entry] {
            entries(diff.domains.filter { $0.presence == presence }) { domain in
                [Item(text: (presence == .added ? domain.after : domain.before)?.rawValue ?? "")]
            }
        }
        let changed = entries(diff.domains) { domain in domain.otherChanges.map { Item(text: $0.text) } }
        let notCompared = entries(diff.domains.filter(\.isUncheckedInOneRun)) { domain in
            let current = domain.after == .unreachable ? items(domain.findings, [.new, .returned, .still]) : []
            return [Item(text: Self.reason(domain))] + current
        }
        let blocked = entries(diff.domains.filter { !$0.isUncheckedInOneRun }) { items($0.findings, [.notCompared]) }
        let blockedCount = blocked.reduce(0) { $0 + $1.items.count }
        let changes = diff.changes
        let names = changes.domains
        let all: [(kind: ChangeKind, title: String, findingCount: Int?, domainCount: Int, domains: [Entry])] = [
            (.new, "New", changes.new, names.new.count, comparedEntries(.new)),
            (.returned, "Returned", changes.returned, names.returned.count, comparedEntries(.returned)),
            (.fixed, "Resolved", changes.fixed, names.fixed.count, comparedEntries(.fixed)),
            (.changed, "Changed", nil, changed.count, changed),
            (.notCompared, "Could not be compared", nil, changes.notCompared, notCompared),
            (.notCompared, "Could not be checked because of another problem", blockedCount, blocked.count, blocked),
            (.added, "First seen", nil, changes.domainsAdded, presenceEntries(.added)),
            (.removed, "No longer audited", nil, changes.domainsRemoved, presenceEntries(.removed)),
            (.still, "Still there", changes.still, names.still.count, comparedEntries(.still)),
        ]
        sections = all.filter { diff.shownKinds?.contains($0.kind) ?? true }
            .map { Section($0.title, findingCount: $0.findingCount, domainCount: $0.domainCount, $0.domains) }
            .filter { !$0.domains.isEmpty || $0.omission != nil }
    }

    private static func reason(_ domain: RunDiff.Domain) -> String {
        switch (domain.before, domain.after) {
        case (nil, _): return "It could not be checked in the later run; the earlier one did not audit it."
        case (.unreachable, .unreachable): return "It could be checked in neither run."
        case (.unreachable, let after):
            return "It could not be checked in the earlier run; now: \(after?.rawValue ?? "?")."
        case (let before, _):
            return "It could not be checked in the later run; before: \(before?.rawValue ?? "?")."
        }
    }

    static func summary(_ changes: RunChanges) -> String {
        let domains = changes.domains
        let findings = [
            (changes.new, "new", domains.new), (changes.returned, "returned", domains.returned),
            (changes.fixed, "resolved", domains.fixed), (changes.still, "still there", domains.still),
        ].filter { count, _, _ in count > 0 }.map { count, word, names in
            "\(Phrase.count(count, "finding")) \(word) on \(Phrase.count(names.count, "domain"))"
        }
        let others = [
            (changes.domainsAdded, "first seen"), (changes.domainsRemoved, "no longer audited"),
            (changes.notCompared, "could not be compared"),
        ].filter { count, _ in count > 0 }.map { count, words in "\(Phrase.count(count, "domain")) \(words)" }
        let parts = [findings, others].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
        return parts.isEmpty ? "No finding is new, resolved or still there" : parts.joined(separator: "; ")
    }

    static func title(of run: RunRecord) -> String {
        "run \(run.number), \(run.facts.startedAt.minuteText)\(run.isComplete ? "" : ", not complete")"
    }

    static func remarks(_ diff: RunDiff) -> [String] {
        var remarks: [String] = []
        let rulesBefore = diff.before.facts.rulesVersion
        let rulesAfter = diff.after.facts.rulesVersion
        if rulesBefore != rulesAfter {
            let noEffect =
                "The rules of the audit changed from \(rulesBefore) to \(rulesAfter), but no finding is new or "
                + "resolved for this reason alone."
            remarks.append(diff.changes.rules?.sentence ?? noEffect)
        }
        if !diff.before.isComplete || !diff.after.isComplete {
            remarks.append("Domains missing from an incomplete run count as not audited.")
        }
        if let kinds = diff.shownKinds {
            let names = RunDiff.selectableKinds.filter(kinds.contains).map(\.option)
            remarks.append(
                "Only part of the difference is shown (--only \(names.joined(separator: ","))); "
                    + "the totals include all.")
        }
        if diff.domainsLeftOut > 0 {
            remarks.append("\(diff.domainsLeftOut) more domains changed; the totals include them.")
        }
        return remarks
    }
}

/// A comparison of two runs as Markdown (CommonMark without tables), for tickets and pull requests.
package enum DiffMarkdown {
    package static func render(_ diff: RunDiff) -> String {
        var text = "# Changes from \(DiffSections.title(of: diff.before)) to \(DiffSections.title(of: diff.after))\n\n"
        text += "\(DiffSections.summary(diff.changes)).\n"
        for remark in DiffSections.remarks(diff) { text += "\n> \(MarkdownText.escape(remark))\n" }
        for section in DiffSections(diff).sections {
            text += "\n## \(section.title)\n\n"
            for (domain, items) in section.domains {
                let people = domain.people?.text.map { " (\(MarkdownText.escape($0)))" } ?? ""
                text += "- **\(MarkdownText.escape(domain.name))**\(people)\n"
                for item in items {
                    let severity = item.severity.map { "\($0.rawValue): " } ?? ""
                    text += "  - \(severity)\(MarkdownText.escape(item.text))\n"
                }
            }
            if let omission = section.omission { text += "- \(omission)\n" }
        }
        return text
    }
}
