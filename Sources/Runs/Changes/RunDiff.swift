package import Audit
package import Findings

package import struct Foundation.Date

/// What changed between two runs, domain by domain.
package struct RunDiff: Hashable, Sendable {
    /// One of the two runs.
    package struct Run: Hashable, Sendable {
        /// Its name.
        package var id: String
        /// Its number in the database.
        package var number: Int64
        /// When it began.
        package var startedAt: Date
        /// The version of the rules by which it was judged.
        package var rulesVersion: String
        /// Whether it came to the end of its list.
        package var complete: Bool

        /// Creates a run.
        package init(
            id: String, number: Int64, startedAt: Date, rulesVersion: String, complete: Bool
        ) {
            self.id = id
            self.number = number
            self.startedAt = startedAt
            self.rulesVersion = rulesVersion
            self.complete = complete
        }
    }

    /// A finding that is in one of the runs or in both.
    package struct FindingChange: Hashable, Sendable {
        /// What happened to it.
        package var kind: ChangeKind
        /// The finding as the later run has it; as the earlier one had it where that is not so.
        package var finding: Finding
        /// Whether it came or went though the domain answered as before: because the rules changed.
        package var isByRules = false

        /// Creates a change.
        package init(kind: ChangeKind, finding: Finding, isByRules: Bool = false) {
            self.kind = kind
            self.finding = finding
            self.isByRules = isByRules
        }
    }

    /// What changed beside the findings, in words.
    package struct Fact: Hashable, Sendable {
        /// What it is about.
        package enum Kind: String, Codable, Sendable, CaseIterable {
            /// What the file says.
            case content
            /// The certificate.
            case certificate
            /// Who serves the domain.
            case server
            /// Apple's copy of the file.
            case copy
        }

        /// What it is about.
        package var kind: Kind
        /// The change as a sentence.
        package var text: String
    }

    /// One domain.
    package struct Domain: Hashable, Sendable {
        /// Whether the domain is in both runs.
        package enum Presence: String, Codable, Sendable, CaseIterable {
            /// It is in both.
            case both
            /// It is in the later run only.
            case added
            /// It is in the earlier run only.
            case removed
        }

        /// The host name for people, with the port where that is not 443.
        package var name: String
        /// Where it is in the list of the later run, from 0; in that of the earlier one where it is no longer audited.
        package var index = 0
        /// Who answers for it, by the later run; `nil` where nobody said.
        package var people: DomainPeople?
        /// Whether it is in both runs.
        package var presence: Presence
        /// How it stood; `nil` when it was not in the earlier run.
        package var before: DomainStatus?
        /// How it stands; `nil` when it is not in the later run.
        package var after: DomainStatus?
        /// Its findings from warnings up, the gravest first.
        package var findings: [FindingChange] = []
        /// What else changed.
        package var facts: [Fact] = []

        /// Creates a domain.
        package init(
            name: String, at index: Int = 0, presence: Presence = .both, before: DomainStatus?, after: DomainStatus?
        ) {
            self.name = name
            self.index = index
            self.presence = presence
            self.before = before
            self.after = after
        }

        /// Whether one of the runs could not check it; what is known of it from earlier runs is compared all the same.
        package var isNotCompared: Bool {
            presence != .removed && (before == .unreachable || after == .unreachable)
        }

        /// The findings that say something about the domain itself: not that it could not be checked in one of the runs.
        package var comparedFindings: [FindingChange] {
            isNotCompared ? findings.filter { !Catalogue[$0.finding.code].unreachable } : findings
        }

        /// Whether anything came, went or changed.
        package var isChanged: Bool {
            presence != .both || before != after || !facts.isEmpty || findings.contains { $0.kind != .still }
        }
    }

    /// The earlier run.
    package var before: Run
    /// The later run.
    package var after: Run
    /// What came and what went, in numbers; findings from warnings up.
    package var changes: RunChanges
    /// The domains of which there is something to say, in the order of the later run's list, at most ``mostDomains``; then those
    /// that it no longer has.
    package var domains: [Domain] = []
    /// How many more there are.
    package var domainsLeftOut = 0
    /// How many domains have facts that changed, those that are left out among them.
    package var domainsWithFacts = 0
    /// How many findings could not be looked at, those of domains that are left out among them.
    package var findingsNotCompared = 0
    /// The parts of it that are shown; `nil` for all.
    package var parts: Set<Part>?

    /// The most domains that are kept.
    package static let mostDomains = 10_000

    /// Creates a difference without domains.
    package init(before: Run, after: Run) {
        self.before = before
        self.after = after
        changes = RunChanges(previousRun: before.id, previousStartedAt: before.startedAt)
        if before.rulesVersion != after.rulesVersion {
            changes.rules = RulesChange(from: before.rulesVersion, to: after.rulesVersion)
        }
    }
}
