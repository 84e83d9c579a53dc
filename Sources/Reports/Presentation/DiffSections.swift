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
        // The numbers include all domains, of which the sections contain only the first.
        func section(_ title: String, _ findings: Int?, at count: Int, _ domains: [Entry]) -> Section {
            let all =
                findings.map { "\(Phrase.count($0, "finding")) on \(Phrase.count(count, "domain"))" } ?? "\(count)"
            let more = count - domains.count
            return Section(
                title: "\(title) (\(all))", domains: domains,
                more: more > 0 ? "and \(Phrase.count(more, "more domain"))" : nil)
        }
        func findings(_ title: String, _ kind: ChangeKind, _ count: Int, _ names: DomainNames) -> Section {
            let domains = diff.domains.compactMap { domain -> Entry? in
                let found = items(domain.comparedFindings, [kind])
                return found.isEmpty ? nil : (domain: domain, items: found)
            }
            return section(title, count, at: names.count, domains)
        }
        func presence(_ title: String, _ presence: RunDiff.Domain.Presence, _ count: Int) -> Section {
            let domains = diff.domains.filter { $0.presence == presence }.map { domain in
                let status = (presence == .added ? domain.after : domain.before)?.rawValue
                return (domain: domain, items: [Item(text: status ?? "", severity: nil)])
            }
            return section(title, nil, at: count, domains)
        }
        let facts = diff.domains.filter { !$0.facts.isEmpty }.map { domain in
            (domain: domain, items: domain.facts.map { Item(text: $0.text, severity: nil) })
        }
        let silent = diff.domains.filter(\.isNotCompared).map { domain in
            let seen = domain.after == .unreachable ? items(domain.findings, [.new, .returned, .still]) : []
            return (domain: domain, items: [Item(text: Self.reason(domain), severity: nil)] + seen)
        }
        let hidden = diff.domains.filter { !$0.isNotCompared }.compactMap { domain -> Entry? in
            let found = items(domain.findings, [.notCompared])
            return found.isEmpty ? nil : (domain: domain, items: found)
        }
        let (changes, names) = (diff.changes, diff.changes.domains)
        let all: [(ChangeKind, Section)] = [
            (.new, findings("New", .new, changes.new, names.new)),
            (.returned, findings("Returned", .returned, changes.returned, names.returned)),
            (.fixed, findings("Resolved", .fixed, changes.fixed, names.fixed)),
            (.changed, section("Changed", nil, at: facts.count, facts)),
            (.notCompared, section("Could not be compared", nil, at: changes.notCompared, silent)),
            (
                .notCompared,
                section(
                    "Could not be checked because of another problem", hidden.reduce(0) { $0 + $1.items.count },
                    at: hidden.count, hidden)
            ), (.added, presence("First seen", .added, changes.domainsAdded)),
            (.removed, presence("No longer audited", .removed, changes.domainsRemoved)),
            (.still, findings("Still there", .still, changes.still, names.still)),
        ]
        sections = all.filter { diff.parts?.contains($0.0) ?? true }.map(\.1).filter {
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
        func at(_ names: DomainNames) -> String { " on \(Phrase.count(names.count, "domain"))" }
        let findings = [
            (changes.new, "new", at(domains.new)), (changes.returned, "returned", at(domains.returned)),
            (changes.fixed, "resolved", at(domains.fixed)), (changes.still, "still there", at(domains.still)),
        ].filter { $0.0 > 0 }.map { "\(Phrase.count($0.0, "finding")) \($0.1)\($0.2)" }
        let others = [
            (changes.domainsAdded, "first seen"), (changes.domainsRemoved, "no longer audited"),
            (changes.notCompared, "could not be compared"),
        ].filter { $0.0 > 0 }.map { "\(Phrase.count($0.0, "domain")) \($0.1)" }
        let parts = [findings, others].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
        return parts.isEmpty ? "No finding is new, resolved or still there" : parts.joined(separator: "; ")
    }

    static func run(_ run: RunRecord) -> String {
        "run \(run.number), \(UTCTime(run.facts.startedAt)?.minuteText ?? "?")\(run.complete ? "" : ", not complete")"
    }

    /// Returns the notes to read before a comparison.
    static func remarks(_ diff: RunDiff) -> [String] {
        var remarks: [String] = []
        let (before, after) = (diff.before.facts.rulesVersion, diff.after.facts.rulesVersion)
        if before != after {
            remarks.append(
                diff.changes.rules?.sentence
                    ?? "The rules of the audit changed from \(before) to \(after); "
                    + "no finding is new or resolved only because of that, as far as the domains' responses show.")
        }
        if !diff.before.complete || !diff.after.complete {
            remarks.append("An incomplete run lacks domains; they count as not audited.")
        }
        if let parts = diff.parts {
            let names = RunDiff.allParts.filter(parts.contains).map(\.option)
            remarks.append(
                "Only a part of the difference is shown (--only \(names.joined(separator: ","))); "
                    + "the numbers at the end are of all.")
        }
        if diff.domainsLeftOut > 0 {
            remarks.append("\(diff.domainsLeftOut) more domains changed; the numbers at the end include them.")
        }
        return remarks
    }
}
