package import Findings

package import struct Foundation.Date

/// What is different between a run and the one before it.
package struct RunChanges: Hashable, Sendable, Codable {
    /// One finding that came or went.
    package struct Change: Hashable, Sendable, Codable {
        /// The host name for people, with the port where that is not 443.
        package var domain: String
        /// What happened: it is new, back or fixed.
        package var kind: ChangeKind
        /// The finding's code.
        package var code: FindingCode
        /// How much the finding matters.
        package var severity: Severity
        /// What was seen; for one that is fixed, what had been seen.
        package var message: String
        /// Whether a waiver covers the finding.
        package var isWaived: Bool
        /// What the last run before the finding saw in its place; `nil` where that is not known.
        package var before: String?
        /// Who answers for the domain; `nil` where nobody said.
        package var people: DomainPeople?
        /// Where the domain is in its list, by which changes of one weight are ordered; `nil` where that is not known.
        package var index: Int?

        /// Creates a change.
        package init(
            domain: String, kind: ChangeKind, code: FindingCode, severity: Severity, message: String, isWaived: Bool = false,
            before: String? = nil, people: DomainPeople? = nil, index: Int? = nil
        ) {
            self.domain = domain
            self.kind = kind
            self.code = code
            self.severity = severity
            self.message = message
            self.isWaived = isWaived
            self.before = before
            self.people = people
            self.index = index
        }
    }

    /// The names of the domains behind the numbers, each list in the order of the input.
    package struct Domains: Hashable, Sendable, Codable {
        /// Something about them is new.
        package var new = DomainNames()
        /// Something about them is back.
        package var returned = DomainNames()
        /// Something about them is fixed.
        package var fixed = DomainNames()
        /// Those of them where nothing came in its place and no problem is left.
        package var repaired = DomainNames()
        /// Those of them where nothing came in its place, and other problems are left.
        package var partlyFixed = DomainNames()
        /// Something about them is as it was.
        package var still = DomainNames()
        /// This run could not check them.
        package var unchecked = DomainNames()
        /// The run before could not check them, and this one could.
        package var uncheckedBefore = DomainNames()
        /// The run before did not audit them.
        package var added = DomainNames()
        /// This run did not audit them.
        package var removed = DomainNames()

        /// Creates lists without names.
        package init() {}
    }

    /// The most items that are kept; the counts go on.
    package static let mostItems = 1000

    /// The name of the run before.
    package var previousRun: String
    /// When the run before began.
    package var previousStartedAt: Date
    /// How many findings are new, those of domains that the run before did not have among them.
    package var new = 0
    /// How many are still there.
    package var still = 0
    /// How many are back.
    package var returned = 0
    /// How many are gone.
    package var fixed = 0
    /// How many domains are in this run and were not in the one before.
    package var domainsAdded = 0
    /// How many domains were in the run before and are not in this one.
    package var domainsRemoved = 0
    /// How many domains could not be checked in one of the runs: what could not be looked at counts as neither fixed nor new.
    package var notCompared = 0
    /// What of that is so only because the rules changed; `nil` where both runs were judged by the same.
    package var rules: RulesChange?
    /// The names behind the numbers.
    package var domains = Domains()
    /// What came or went, worst first, at most ``mostItems``.
    package var items: [Change] = []

    /// Whether nothing came and nothing went.
    package var isEmpty: Bool { new == 0 && returned == 0 && fixed == 0 && domainsAdded == 0 && domainsRemoved == 0 }

    /// That nothing changed, in words without a full stop; `nil` where something did.
    package var emptyText: String? {
        guard isEmpty else { return nil }
        return notCompared > 0 ? "nothing changed on the domains that could be compared" : "nothing changed"
    }
}
