package import Audit
package import Findings

package import struct Foundation.Date

/// The changes of findings and domains since the previous run.
package struct RunChanges: Hashable, Sendable, Codable {
    /// A new, returned or resolved error or warning that is not waived.
    package struct Change: Hashable, Sendable, Codable {
        package var domain: String
        package var kind: ChangeKind
        package var code: FindingCode
        package var severity: Severity
        /// The message of the finding; for a resolved finding, its last message.
        package var message: String
        /// The corresponding observation before the finding appeared; `nil` if unknown.
        package var before: String?
        package var people: DomainPeople?
        /// The index of the domain in the list, which determines the order of equally severe changes; `nil` if unknown.
        package var index: Int?
    }

    package struct Domains: Hashable, Sendable, Codable {
        package var new = DomainNames()
        package var returned = DomainNames()
        /// Domains with a resolved finding.
        package var fixed = DomainNames()
        /// The ``fixed`` domains without remaining or new problems.
        package var repaired = DomainNames()
        /// The ``fixed`` domains with remaining problems, but without new problems.
        package var partlyFixed = DomainNames()
        package var still = DomainNames()
        /// Domains that this run could not check.
        package var unchecked = DomainNames()
        /// Domains that this run could check, but the previous run could not.
        package var uncheckedBefore = DomainNames()
        package var added = DomainNames()
        package var removed = DomainNames()

        package var notCompared: DomainNames {
            var names = unchecked
            names.add(uncheckedBefore)
            return names
        }
    }

    package static let maxItems = 1000

    package var previousRun: String
    package var previousStartedAt: Date
    /// The number of new findings, including findings of added domains.
    package var new = 0
    package var still = 0
    package var returned = 0
    package var fixed = 0
    /// The changes that are only due to changed rules; `nil` if both runs used the same rules.
    package var rules: RulesChange?
    package var domains = Domains()
    /// The changes, worst first, at most ``maxItems``.
    package var items: [Change] = []

    package var domainsAdded: Int { domains.added.count }
    package var domainsRemoved: Int { domains.removed.count }
    /// The number of domains that could not be checked in one of the runs; their findings are neither fixed nor new.
    package var domainsNotCompared: Int { domains.notCompared.count }

    package var isEmpty: Bool { new == 0 && returned == 0 && fixed == 0 && domainsAdded == 0 && domainsRemoved == 0 }

    /// The domains behind the numbers, by kind of change; without empty lists.
    package var lists: [(kind: ChangeKind, names: DomainNames)] {
        let lists: [(kind: ChangeKind, names: DomainNames)] = [
            (.new, domains.new), (.returned, domains.returned), (.fixed, domains.repaired),
            (.partlyFixed, domains.partlyFixed), (.still, domains.still), (.notCompared, domains.notCompared),
            (.added, domains.added), (.removed, domains.removed),
        ]
        return lists.filter { !$0.names.isEmpty }
    }
}

/// The findings that appeared or were resolved between two runs only because the rules changed.
package struct RulesChange: Hashable, Sendable, Codable {
    package var before: String
    package var after: String
    /// The number of new findings on domains with unchanged responses.
    package var new = 0
    /// The number of resolved findings on domains with unchanged responses.
    package var fixed = 0
    package var domains = DomainNames()
}

extension ChangeKind {
    /// Returns the kind of change of a domain that has only resolved findings since the previous run, and `status` now.
    package static func improvement(to status: DomainStatus?) -> Self {
        status == .fail || status == .warn ? .partlyFixed : .fixed
    }
}

extension DomainReport {
    package var changes: Set<ChangeKind> {
        let kinds = Set(findings.lazy.compactMap { self.change(of: $0) }).subtracting([.still])
        // Being reachable again does not fix any problem.
        guard kinds.isEmpty, resolvedCodes.contains(where: { !Catalogue[$0].preventsCheck }) else { return kinds }
        return [ChangeKind.improvement(to: status)]
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

    /// Returns the state of a finding compared with the previous run; `nil` without a history, if the finding needs no
    /// action or was accepted, and for the reason why the domain is unreachable.
    package func change(of finding: Finding) -> ChangeKind? {
        guard finding.isCounted else { return nil }
        return status == .unreachable && Catalogue[finding.code].preventsCheck ? nil : finding.state
    }
}
