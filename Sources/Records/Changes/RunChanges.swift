package import Audit
import Basics
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

    package var emptyText: String? {
        guard isEmpty else { return nil }
        return "no new or resolved findings" + (domainsNotCompared > 0 ? " on the domains that could be compared" : "")
    }

    /// The numbers of domains by kind of change, in words.
    package var newsText: String {
        let counts: [(first: String, later: String, count: Int)] = [
            ("new problems on", "", domains.new.count),
            ("problems returned on", "returned on", domains.returned.count),
            ("problems resolved on", "resolved on", domains.repaired.count),
            ("some problems resolved on", "partly resolved on", domains.partlyFixed.count),
            ("added:", "added:", domains.added.count), ("removed:", "removed:", domains.removed.count),
        ]
        // The nouns are with the first number only.
        let parts = counts.filter { $0.count > 0 }.enumerated().map { position, part in
            position == 0
                ? "\(part.first) \(Phrase.count(part.count, "domain"))" : "\(part.later) \(Phrase.number(part.count))"
        }
        if !parts.isEmpty { return Phrase.capitalized(parts.joined(separator: ", ")) }
        return domainsNotCompared > 0 ? "nothing new on the domains that could be compared" : "nothing new"
    }

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

    package var sentence: String? {
        guard new + fixed > 0 else { return nil }
        let appeared = new == 0 ? nil : "\(Phrase.count(new, "finding")) \(new == 1 ? "is" : "are") new"
        let resolved = fixed == 0 ? nil : "\(Phrase.count(fixed, "finding")) \(fixed == 1 ? "is" : "are") resolved"
        let changes = [appeared, resolved].compactMap(\.self).joined(separator: " and ")
        return "The rules of the audit changed from \(before) to \(after). For this reason alone, \(changes) on "
            + "\(Phrase.count(domains.count, "domain"))."
    }
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
