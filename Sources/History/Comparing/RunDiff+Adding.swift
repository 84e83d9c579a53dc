import Audit
import Findings
import Runs

extension RunDiff {
    /// Counts a domain, and keeps it where there is something to say.
    mutating func add(_ domain: Domain) {
        var names = changes.domains ?? RunChanges.Domains()
        defer { changes.domains = names }
        switch domain.presence {
        case .added:
            changes.domainsAdded += 1
            names.added.add(domain.name)
        case .removed:
            changes.domainsRemoved += 1
            names.removed.add(domain.name)
        case .both: break
        }
        if domain.isNotCompared {
            changes.notCompared += 1
            if domain.after == .unreachable {
                names.unchecked.add(domain.name)
            } else {
                names.uncheckedBefore.add(domain.name)
            }
        }
        for change in domain.comparedFindings {
            let kind: RunChanges.Change.Kind
            switch change.kind {
            case .still:
                changes.still += 1
                continue
            case .notCompared: continue
            case .new:
                changes.new += 1
                names.new.add(domain.name)
                kind = .new
            case .returned:
                changes.returned += 1
                names.returned.add(domain.name)
                kind = .returned
            case .fixed:
                changes.fixed += 1
                names.fixed.add(domain.name)
                kind = .fixed
            }
            changes.items.append(RunChanges.Change(change.finding, of: domain.name, kind))
        }
        if domain.isChanged || domain.isNotCompared || !domain.findings.isEmpty { keep(domain) }
        // Memory does not grow with the number of changes; the worst are kept.
        if changes.items.count >= 4 * RunChanges.mostItems { sortItems() }
    }

    /// Adds what is wrong with a domain that the earlier run did not have: no difference between two runs, and news.
    mutating func addFindings(of report: DomainReport, name: String) {
        guard report.status != .unreachable, changes.itemsOfAdded.count < RunChanges.mostItems else { return }
        for finding in report.findings where finding.severity > .info && finding.waived == nil {
            changes.itemsOfAdded.append(RunChanges.Change(finding, of: name, .new))
        }
    }

    mutating func keep(_ domain: Domain) {
        if domains.count < Self.mostDomains { domains.append(domain) } else { domainsLeftOut += 1 }
    }

    /// Puts the worst first, and drops what is too much.
    mutating func sortItems() {
        func rank(_ change: RunChanges.Change) -> Int {
            (change.kind == .fixed ? 2 : 0) + (change.severity == .error ? 0 : 1)
        }
        let ranked = changes.items.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
        changes.items = ranked.prefix(RunChanges.mostItems).map(\.element)
    }
}

extension RunChanges.Change {
    init(_ finding: Finding, of domain: String, _ kind: Kind) {
        self.init(
            domain: domain, kind: kind, code: finding.code, severity: finding.severity, message: finding.message,
            isWaived: finding.waived != nil, before: kind == .fixed ? nil : finding.before?.text)
    }
}
