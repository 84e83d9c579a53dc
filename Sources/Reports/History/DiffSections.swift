import Audit
import Basics
import Findings
import Runs

/// The domains of a difference in the sections in which people read them; a domain can stand in several.
struct DiffSections {
    /// One line below a domain's name.
    struct Item {
        var text: String
        var severity: String?
    }

    /// One section.
    struct Section {
        var title: String
        var domains: [(name: String, items: [Item])]
    }

    let sections: [Section]

    init(_ diff: RunDiff) {
        typealias Kind = RunDiff.FindingChange.Kind
        func items(_ domain: RunDiff.Domain, _ kinds: Set<Kind>) -> [Item] {
            items(domain.findings, kinds)
        }
        func items(_ findings: [RunDiff.FindingChange], _ kinds: Set<Kind>) -> [Item] {
            findings.filter { kinds.contains($0.kind) }.map { change in
                Item(
                    text: "\(change.finding.code.rawValue): \(change.finding.message)",
                    severity: change.finding.severity.rawValue)
            }
        }
        func findings(_ title: String, _ kinds: Set<Kind>) -> Section {
            Section(
                title: title,
                domains: diff.domains.compactMap { domain in
                    let found = items(domain.comparedFindings, kinds)
                    return found.isEmpty ? nil : (domain.name, found)
                })
        }
        func presence(_ title: String, _ presence: RunDiff.Domain.Presence) -> Section {
            Section(
                title: title,
                domains: diff.domains.filter { $0.presence == presence }.map { domain in
                    let status = (presence == .added ? domain.after : domain.before)?.rawValue
                    return (domain.name, [Item(text: status ?? "", severity: nil)])
                })
        }
        let facts = Section(
            title: "Changed",
            domains: diff.domains.compactMap { domain in
                domain.facts.isEmpty ? nil : (domain.name, domain.facts.map { Item(text: $0.text, severity: nil) })
            })
        let silent = Section(
            title: "Could not be compared",
            domains: diff.domains.compactMap { domain in
                let reason = Self.reason(domain)
                let hidden: [Item]
                if !domain.isNotCompared {
                    hidden = items(domain, [.notCompared])
                } else if domain.after == .unreachable {
                    hidden = items(domain, [.new, .returned, .still])
                } else {
                    hidden = []
                }
                let all = (reason.map { [Item(text: $0, severity: nil)] } ?? []) + hidden
                return all.isEmpty ? nil : (domain.name, all)
            })
        sections = [
            findings("New", [.new]), findings("Back", [.returned]), findings("Fixed", [.fixed]), facts, silent,
            presence("First seen", .added), presence("No longer audited", .removed), findings("Still there", [.still]),
        ].filter { !$0.domains.isEmpty }
    }

    private static func reason(_ domain: RunDiff.Domain) -> String? {
        guard domain.isNotCompared else { return nil }
        switch (domain.before, domain.after) {
        case (.unreachable, .unreachable): return "It could be checked in neither run."
        case (.unreachable, let after):
            return "It could not be checked in the earlier run; now: \(after?.rawValue ?? "?")."
        case (let before, _):
            return "It could not be checked in the later run; before: \(before?.rawValue ?? "?")."
        }
    }

    /// The numbers in one line, findings before domains; only what is not zero.
    static func summary(_ changes: RunChanges) -> String {
        let domains = changes.domains
        func at(_ names: DomainNames?) -> String { names.map { " at \(Phrase.count($0.count, "domain"))" } ?? "" }
        let findings = [
            (changes.new, "new", at(domains?.new)), (changes.returned, "back", at(domains?.returned)),
            (changes.fixed, "fixed", at(domains?.fixed)), (changes.still, "still there", ""),
        ].filter { $0.0 > 0 }.map { "\(Phrase.count($0.0, "finding")) \($0.1)\($0.2)" }
        let others = [
            (changes.domainsAdded, "first seen"), (changes.domainsRemoved, "no longer audited"),
            (changes.notCompared, "could not be compared"),
        ].filter { $0.0 > 0 }.map { "\(Phrase.count($0.0, "domain")) \($0.1)" }
        let parts = [findings, others].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
        return parts.isEmpty ? "No finding came, went or is still there" : parts.joined(separator: "; ")
    }
}
