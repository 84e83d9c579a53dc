import Audit
import Findings
import Records

extension RunDiff {
    mutating func add(_ domain: Domain) {
        switch domain.presence {
        case .added: list(domain, in: \.added)
        case .removed: list(domain, in: \.removed)
        case .both: break
        }
        if domain.isUncheckedInAnyRun {
            list(domain, in: domain.laterStatus == .unreachable ? \.unchecked : \.uncheckedBefore)
        }
        addFindings(of: domain)
        if !domain.otherChanges.isEmpty { domainsWithOtherChanges += 1 }
        findingsNotCompared += domain.findings.count { $0.kind == .notCompared }
        if domain.isChanged || domain.isUncheckedInAnyRun || !domain.findings.isEmpty { keep(domain) }
        // Memory does not grow with the number of changes; the most severe ones are kept.
        if changes.items.count >= 4 * RunChanges.maxItems { sortAndLimit() }
    }

    private mutating func addFindings(of domain: Domain) {
        let findings = domain.findingsWhenChecked
        for change in findings {
            switch change.kind {
            case .still:
                changes.still += 1
                list(domain, in: \.still)
                continue
            case .new:
                changes.new += 1
                list(domain, in: \.new)
            case .returned:
                changes.returned += 1
                list(domain, in: \.returned)
            case .fixed:
                changes.fixed += 1
                list(domain, in: \.fixed)
            case .notCompared, .partlyFixed, .otherChange, .added, .removed: continue
            }
            if change.isCausedByRuleChange {
                if change.kind == .fixed { changes.rules?.fixed += 1 } else { changes.rules?.new += 1 }
                changes.rules?.domains.add(domain.name, at: domain.listIndex)
            }
            changes.items.append(RunChanges.Change(change.finding, of: domain, change.kind))
        }
        let kinds = Set(findings.map(\.kind))
        guard kinds.contains(.fixed), kinds.isDisjoint(with: [.new, .returned]) else { return }
        list(domain, in: ChangeKind.improvement(to: domain.laterStatus) == .partlyFixed ? \.partlyFixed : \.repaired)
    }

    private mutating func list(_ domain: Domain, in names: WritableKeyPath<RunChanges.Domains, DomainNames>) {
        changes.domains[keyPath: names].add(domain.name, at: domain.listIndex)
    }

    mutating func add(unchanged name: String, listIndex: Int, findingCount: Int) {
        changes.still += findingCount
        changes.domains.still.add(name, at: listIndex)
    }

    mutating func keep(_ domain: Domain) {
        if domains.count < Self.maxDomains { domains.append(domain) } else { domainsLeftOut += 1 }
    }

    /// Sorts the changes by severity, and drops those beyond the limit; sorts the domains in the order of the list.
    mutating func sortAndLimit() {
        // New errors come first, then new warnings, fixed errors, fixed warnings; changes of a domain keep their order.
        func rank(_ offset: Int, _ change: RunChanges.Change) -> (Int, Int, Int) {
            ((change.kind == .fixed ? 2 : 0) + (change.severity == .error ? 0 : 1), change.index ?? .max, offset)
        }
        let ranked = changes.items.enumerated().sorted { rank($0.offset, $0.element) < rank($1.offset, $1.element) }
        changes.items = ranked.prefix(RunChanges.maxItems).map(\.element)
        func sortKey(_ domain: Domain) -> (Int, Int, String) {
            (domain.presence == .removed ? 1 : 0, domain.listIndex, domain.name)
        }
        domains.sort { sortKey($0) < sortKey($1) }
    }
}
