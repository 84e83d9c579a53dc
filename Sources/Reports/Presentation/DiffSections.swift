import Audit
import Basics
import Findings
import Records

/// The domains of a comparison in sections for human readers; a domain may occur in several sections.
struct DiffSections {
    /// A line below a domain's name.
    struct Item {
        var text: String
        var severity: String?
    }

    typealias Entry = (domain: RunDiff.Domain, items: [Item])

    /// A list of domains with the same kind of change.
    struct Section {
        /// The common property of the domains, and their number.
        var title: String
        var domains: [Entry]
        /// The number of further domains, in words; `nil` if there are none.
        var more: String?
    }

    let sections: [Section]

    init(_ diff: RunDiff) {
        func items(_ findings: [RunDiff.FindingChange], _ kinds: Set<ChangeKind>) -> [Item] {
            findings.filter { kinds.contains($0.kind) }.map { change in
                Item(
                    text: "\(change.finding.code.rawValue): \(change.finding.message)"
                        + (change.isByRules ? " (only because the rules changed)" : ""),
                    severity: change.finding.severity.rawValue)
            }
        }
        /// Returns the domains that have items.
        func entries(_ domains: [RunDiff.Domain], _ items: (RunDiff.Domain) -> [Item]) -> [Entry] {
            domains.map { (domain: $0, items: items($0)) }.filter { !$0.items.isEmpty }
        }
        // The numbers include all domains, of which the sections contain only the first.
        func section(_ title: String, findingCount: Int? = nil, domainCount: Int, _ shown: [Entry]) -> Section {
            var all = "\(domainCount)"
            if let findingCount {
                all = "\(Phrase.count(findingCount, "finding")) on \(Phrase.count(domainCount, "domain"))"
            }
            let more = domainCount - shown.count
            return Section(
                title: "\(title) (\(all))", domains: shown,
                more: more > 0 ? "and \(Phrase.count(more, "more domain"))" : nil)
        }
        func findings(_ title: String, _ kind: ChangeKind, _ count: Int, _ names: DomainNames) -> Section {
            let domains = entries(diff.domains) { items($0.comparedFindings, [kind]) }
            return section(title, findingCount: count, domainCount: names.count, domains)
        }
        func presence(_ title: String, _ presence: RunDiff.Domain.Presence, _ count: Int) -> Section {
            let domains = entries(diff.domains.filter { $0.presence == presence }) { domain in
                let status = (presence == .added ? domain.after : domain.before)?.rawValue
                return [Item(text: status ?? "")]
            }
            return section(title, domainCount: count, domains)
        }
        let facts = entries(diff.domains) { domain in domain.facts.map { Item(text: $0.text) } }
        let notCompared = entries(diff.domains.filter(\.isNotCompared)) { domain in
            let seen = domain.after == .unreachable ? items(domain.findings, [.new, .returned, .still]) : []
            return [Item(text: Self.reason(domain))] + seen
        }
        let hidden = entries(diff.domains.filter { !$0.isNotCompared }) { items($0.findings, [.notCompared]) }
        let changes = diff.changes
        let names = changes.domains
        let all: [(kind: ChangeKind, section: Section)] = [
            (.new, findings("New", .new, changes.new, names.new)),
            (.returned, findings("Returned", .returned, changes.returned, names.returned)),
            (.fixed, findings("Resolved", .fixed, changes.fixed, names.fixed)),
            (.changed, section("Changed", domainCount: facts.count, facts)),
            (.notCompared, section("Could not be compared", domainCount: changes.notCompared, notCompared)),
            (
                .notCompared,
                section(
                    "Could not be checked because of another problem",
                    findingCount: hidden.reduce(0) { $0 + $1.items.count }, domainCount: hidden.count, hidden)
            ), (.added, presence("First seen", .added, changes.domainsAdded)),
            (.removed, presence("No longer audited", .removed, changes.domainsRemoved)),
            (.still, findings("Still there", .still, changes.still, names.still)),
        ]
        sections = all.filter { diff.parts?.contains($0.kind) ?? true }.map(\.section).filter {
            !$0.domains.isEmpty || $0.more != nil
        }
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

    /// Returns the numbers that are not zero on one line, findings before domains.
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

    static func run(_ run: RunRecord) -> String {
        "run \(run.number), \(UTCTime(run.facts.startedAt)?.minuteText ?? "?")\(run.complete ? "" : ", not complete")"
    }

    /// Returns the notes to read before a comparison.
    static func remarks(_ diff: RunDiff) -> [String] {
        var remarks: [String] = []
        let before = diff.before.facts.rulesVersion
        let after = diff.after.facts.rulesVersion
        if before != after {
            remarks.append(
                diff.changes.rules?.sentence
                    ?? "The rules of the audit changed from \(before) to \(after); "
                    + "according to the domains' responses, no finding is new or resolved only because of that.")
        }
        if !diff.before.complete || !diff.after.complete {
            remarks.append("Domains missing from an incomplete run count as not audited.")
        }
        if let parts = diff.parts {
            let names = RunDiff.allParts.filter(parts.contains).map(\.option)
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
