public import Audit
public import Findings

public import struct Foundation.Date

/// What changed between two runs, domain by domain.
public struct RunDiff: Hashable, Sendable {
    /// One of the two runs.
    public struct Run: Hashable, Sendable {
        /// Its name.
        public var id: String
        /// Its number in the database.
        public var number: Int64
        /// When it began.
        public var startedAt: Date
        /// The version of the rules by which it was judged.
        public var rulesVersion: String
        /// Whether it came to the end of its list.
        public var complete: Bool

        /// Creates a run.
        public init(
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
    public struct FindingChange: Hashable, Sendable {
        /// What happened to it.
        public enum Kind: String, Codable, Sendable, CaseIterable {
            /// It was never there before.
            case new
            /// It is back.
            case returned
            /// It is still there.
            case still
            /// It is gone.
            case fixed
            /// It was there, and nobody could look.
            case notCompared
        }

        /// What happened to it.
        public var kind: Kind
        /// The finding as the later run has it; as the earlier one had it where that is not so.
        public var finding: Finding
        /// Whether it came or went though the domain answered as before: because the rules changed.
        public var isByRules = false

        /// Creates a change.
        public init(kind: Kind, finding: Finding, isByRules: Bool = false) {
            self.kind = kind
            self.finding = finding
            self.isByRules = isByRules
        }
    }

    /// What changed beside the findings, in words.
    public struct Fact: Hashable, Sendable {
        /// What it is about.
        public enum Kind: String, Codable, Sendable, CaseIterable {
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
        public var kind: Kind
        /// The change as a sentence.
        public var text: String

        /// Creates a fact.
        public init(kind: Kind, text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// One domain.
    public struct Domain: Hashable, Sendable {
        /// Whether the domain is in both runs.
        public enum Presence: String, Codable, Sendable, CaseIterable {
            /// It is in both.
            case both
            /// It is in the later run only.
            case added
            /// It is in the earlier run only.
            case removed
        }

        /// The host name for people, with the port where that is not 443.
        public var name: String
        /// Where it is in the list of the later run, from 0; in that of the earlier one where it is no longer audited.
        public var index = 0
        /// Who answers for it, by the later run; `nil` where nobody said.
        public var people: DomainPeople?
        /// Whether it is in both runs.
        public var presence: Presence
        /// How it stood; `nil` when it was not in the earlier run.
        public var before: DomainStatus?
        /// How it stands; `nil` when it is not in the later run.
        public var after: DomainStatus?
        /// Its findings from warnings up, the gravest first.
        public var findings: [FindingChange] = []
        /// What else changed.
        public var facts: [Fact] = []

        /// Creates a domain.
        public init(
            name: String, at index: Int = 0, presence: Presence = .both, before: DomainStatus?, after: DomainStatus?
        ) {
            self.name = name
            self.index = index
            self.presence = presence
            self.before = before
            self.after = after
        }

        /// Whether one of the runs could not check it; what is known of it from earlier runs is compared all the same.
        public var isNotCompared: Bool {
            presence != .removed && (before == .unreachable || after == .unreachable)
        }

        /// The findings that say something about the domain itself: not that it could not be checked in one of the runs.
        public var comparedFindings: [FindingChange] {
            isNotCompared ? findings.filter { !Catalogue[$0.finding.code].unreachable } : findings
        }

        /// Whether anything came, went or changed.
        public var isChanged: Bool {
            presence != .both || before != after || !facts.isEmpty || findings.contains { $0.kind != .still }
        }
    }

    /// The earlier run.
    public var before: Run
    /// The later run.
    public var after: Run
    /// What came and what went, in numbers; findings from warnings up.
    public var changes: RunChanges
    /// The domains of which there is something to say, in the order of the later run's list, at most ``mostDomains``; then those
    /// that it no longer has.
    public var domains: [Domain] = []
    /// How many more there are.
    public var domainsLeftOut = 0
    /// How many domains have facts that changed, those that are left out among them.
    public var domainsWithFacts = 0
    /// How many findings could not be looked at, those of domains that are left out among them.
    public var findingsNotCompared = 0
    /// The parts of it that are shown; `nil` for all.
    public var parts: Set<Part>?

    /// The most domains that are kept.
    public static let mostDomains = 10_000

    /// Creates a difference without domains.
    public init(before: Run, after: Run) {
        self.before = before
        self.after = after
        changes = RunChanges(previousRun: before.id, previousStartedAt: before.startedAt)
        changes.domains = RunChanges.Domains()
        if before.rulesVersion != after.rulesVersion {
            changes.rules = RulesChange(from: before.rulesVersion, to: after.rulesVersion)
        }
    }
}
