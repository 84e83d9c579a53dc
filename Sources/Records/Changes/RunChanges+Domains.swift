package import Audit
package import Findings

extension RunChanges {
    /// The domains behind the numbers, by kind of change; without empty lists.
    package var lists: [(kind: ChangeKind, names: DomainNames)] {
        ChangeKind.allCases.compactMap { kind in
            let names: DomainNames? =
                switch kind {
                case .new: domains.new
                case .returned: domains.returned
                case .fixed: domains.repaired
                case .partlyFixed: domains.partlyFixed
                case .changed: nil
                case .still: domains.still
                case .notCompared: domains.notCompared
                case .added: domains.added
                case .removed: domains.removed
                }
            return names.flatMap { $0.isEmpty ? nil : (kind: kind, names: $0) }
        }
    }
}

extension ChangeKind {
    /// Returns the kind of improvement if a finding is resolved; `nil` if something else is new or back, so that
    /// nothing improved (`isWorse`).
    package static func gain(_ status: DomainStatus?, isWorse: Bool) -> Self? {
        isWorse ? nil : status == .fail || status == .warn ? .partlyFixed : .fixed
    }
}

extension RunChanges.Domains {
    /// The domains that could not be checked in one of the two runs.
    package var notCompared: DomainNames {
        var names = unchecked
        names.add(uncheckedBefore)
        return names
    }
}

extension DomainReport {
    /// The changes of the domain since the previous run according to its own findings: new, back, fixed or partly
    /// fixed.
    package var changes: Set<ChangeKind> {
        let kinds = Set(findings.lazy.compactMap { self.change(of: $0) }).subtracting([.still])
        // Being reachable again does not fix any problem.
        guard resolvedCodes.contains(where: { !Catalogue[$0].unreachable }) else { return kinds }
        return kinds.union([ChangeKind.gain(status, isWorse: !kinds.isEmpty)].compactMap(\.self))
    }

    /// The report without comparisons, for a run without a previous one: such a run has nothing new.
    package var withoutComparison: DomainReport {
        var report = self
        report.resolvedCodes = []
        for index in findings.indices where findings[index].state == .new {
            report.setState(nil, firstSeen: nil, ofFindingAt: index)
        }
        return report
    }

    /// Returns the state of a finding compared with the previous run; `nil` if it is not news about the domain, or
    /// without a history.
    ///
    /// A finding that needs no action or was accepted is not news. An unreachable domain is not news about its
    /// content.
    package func change(of finding: Finding) -> ChangeKind? {
        guard finding.counts else { return nil }
        return status == .unreachable && Catalogue[finding.code].unreachable ? nil : finding.state
    }
}
