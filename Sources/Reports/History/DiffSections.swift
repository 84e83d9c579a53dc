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
        let kind: ChangeKind
        let title: String
        let entries: [Entry]
        let omission: String?

        /// Creates a section; `findings` and `domains` are totals if the difference has them; `entries` may be a part.
        init(_ kind: ChangeKind, _ title: String? = nil, findings: Int? = nil, domains: Int, _ entries: [Entry]) {
            let counts = findings.map { "\(Phrase.count($0, "finding")) on \(Phrase.count(domains, "domain"))" }
            self.kind = kind
            self.title = "\(title ?? kind.title) (\(counts ?? Phrase.number(domains)))"
            self.entries = entries
            omission = domains > entries.count ? "and \(Phrase.count(domains - entries.count, "more domain"))" : nil
        }
    }

    let sections: [Section]

    init(_ diff: RunDiff) {
        let all = diff.domains
        func entries(_ domains: [RunDiff.Domain], _ items: (RunDiff.Domain) -> [Item]) -> [Entry] {
            domains.map { (domain: $0, items: items($0)) }.filter { !$0.items.isEmpty }
        }
        func withFindings(_ kind: ChangeKind) -> [Entry] { entries(all) { Self.items($0.findingsWhenChecked, [kind]) } }
        let added = entries(all.filter { $0.presence == .added }) { [Item(text: Self.words($0.laterStatus))] }
        let removed = entries(all.filter { $0.presence == .removed }) { [Item(text: Self.words($0.earlierStatus))] }
        let otherChanges = entries(all) { domain in domain.otherChanges.map { Item(text: $0.text) } }
        let uncheckedDomains = entries(all.filter(\.isUncheckedInAnyRun)) { domain in
            let causes = domain.laterStatus == .unreachable ? domain.findings : []
            return [Item(text: Self.reason(domain))] + Self.items(causes, [.new, .returned, .still])
        }
        let notCompared = entries(all.filter { !$0.isUncheckedInAnyRun }) { Self.items($0.findings, [.notCompared]) }
        let (changes, domains) = (diff.changes, diff.changes.domains)
        let candidates = [
            Section(.new, findings: changes.new, domains: domains.new.count, withFindings(.new)),
            Section(.returned, findings: changes.returned, domains: domains.returned.count, withFindings(.returned)),
            Section(.fixed, findings: changes.fixed, domains: domains.fixed.count, withFindings(.fixed)),
            Section(.otherChange, domains: otherChanges.count, otherChanges),
            Section(.notCompared, "Could not be compared", domains: changes.domainsNotCompared, uncheckedDomains),
            Section(
                .notCompared, "Could not be checked because of another problem",
                findings: notCompared.reduce(0) { $0 + $1.items.count }, domains: notCompared.count, notCompared),
            Section(.added, domains: changes.domainsAdded, added),
            Section(.removed, domains: changes.domainsRemoved, removed),
            Section(.still, "Still there", findings: changes.still, domains: domains.still.count, withFindings(.still)),
        ]
        sections = candidates.filter { section in
            let isShown = diff.shownKinds?.contains(section.kind) ?? true
            return isShown && (!section.entries.isEmpty || section.omission != nil)
        }
    }

    private static func items(_ findings: [RunDiff.FindingChange], _ kinds: Set<ChangeKind>) -> [Item] {
        findings.filter { kinds.contains($0.kind) }.map { change in
            let remark = change.isCausedByRuleChange ? " (only because the rules changed)" : ""
            let text = "\(change.finding.code.rawValue): \(change.finding.message)\(remark)"
            return Item(text: text, severity: change.finding.severity)
        }
    }

    private static func words(_ status: DomainStatus?) -> String { status?.words ?? "?" }

    private static func reason(_ domain: RunDiff.Domain) -> String {
        switch (domain.earlierStatus, domain.laterStatus) {
        case (nil, _): "It could not be checked in the later run; the earlier one did not audit it."
        case (.unreachable, .unreachable): "It could be checked in neither run."
        case (.unreachable, let after): "It could not be checked in the earlier run; now: \(words(after))."
        case (let before, _): "It could not be checked in the later run; before: \(words(before))."
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
            (changes.domainsAdded, "newly audited"), (changes.domainsRemoved, "no longer audited"),
            (changes.domainsNotCompared, "could not be compared"),
        ].filter { count, _ in count > 0 }.map { count, words in "\(Phrase.count(count, "domain")) \(words)" }
        let parts = [findings, others].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
        return parts.isEmpty ? "No finding is new, resolved or still there" : parts.joined(separator: "; ")
    }

    static func title(of run: RunRecord) -> String {
        "run \(run.number), \(run.facts.startedAt.minuteText)\(run.isComplete ? "" : ", not complete")"
    }

    static func remarks(_ diff: RunDiff) -> [String] {
        var remarks: [String] = []
        if let rules = diff.changes.rules {
            let noEffect =
                "The rules of the audit changed from \(rules.before) to \(rules.after), but no finding is new or "
                + "resolved for this reason alone."
            remarks.append(rules.sentence ?? noEffect)
        }
        if !diff.earlierRun.isComplete || !diff.laterRun.isComplete {
            remarks.append("Domains missing from an incomplete run count as not audited.")
        }
        if let kinds = diff.shownKinds {
            let names = RunDiff.selectableKinds.filter(kinds.contains).map(\.option)
            remarks.append(
                "Only part of the difference is shown (--only \(names.joined(separator: ","))); "
                    + "the totals include all.")
        }
        if diff.domainsLeftOut > 0 {
            remarks.append(
                "\(Phrase.number(diff.domainsLeftOut)) more domains are not listed; the totals include them.")
        }
        return remarks
    }
}

/// A comparison of two runs as Markdown (CommonMark without tables), for tickets and pull requests.
package enum DiffMarkdown {
    package static func render(_ diff: RunDiff) -> String {
        var text =
            "# Changes from \(DiffSections.title(of: diff.earlierRun)) to \(DiffSections.title(of: diff.laterRun))\n\n"
        text += "\(DiffSections.summary(diff.changes)).\n"
        for remark in DiffSections.remarks(diff) { text += "\n> \(MarkdownText.escape(remark))\n" }
        for section in DiffSections(diff).sections {
            text += "\n## \(section.title)\n\n"
            for entry in section.entries {
                let people = entry.domain.people?.text.map { " (\(MarkdownText.escape($0)))" } ?? ""
                text += "- **\(MarkdownText.escape(entry.domain.name))**\(people)\n"
                for item in entry.items {
                    let severity = item.severity.map { "\($0.rawValue): " } ?? ""
                    text += "  - \(severity)\(MarkdownText.escape(item.text))\n"
                }
            }
            if let omission = section.omission { text += "- \(omission)\n" }
        }
        return text
    }
}
