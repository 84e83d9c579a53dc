package import Findings

package import struct Foundation.Date

/// The changes between a run and the previous run.
package struct RunChanges: Hashable, Sendable, Codable {
    /// One finding that came or went.
    package struct Change: Hashable, Sendable, Codable {
        /// The host name for people, with the port where that is not 443.
        package var domain: String
        /// The kind of change: new, back or fixed.
        package var kind: ChangeKind
        /// The finding's code.
        package var code: FindingCode
        /// The severity of the finding.
        package var severity: Severity
        /// The message of the finding; for a fixed finding, its message before.
        package var message: String
        /// Whether a waiver covers the finding.
        package var isWaived: Bool
        /// The observation of the last run before the finding in its place; `nil` if it is unknown.
        package var before: String?
        /// The people responsible for the domain; `nil` if none are known.
        package var people: DomainPeople?
        /// The index of the domain in its list, by which changes of equal weight are sorted; `nil` if it is unknown.
        package var index: Int?

        /// Creates a change.
        package init(
            domain: String, kind: ChangeKind, code: FindingCode, severity: Severity, message: String,
            isWaived: Bool = false,
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
    package static let maxItems = 1000

    /// The name of the previous run.
    package var previousRun: String
    /// The time when the previous run began.
    package var previousStartedAt: Date
    /// The number of new findings, including those of domains that the previous run did not have.
    package var new = 0
    /// The number of findings that are still there.
    package var still = 0
    /// The number of findings that are back.
    package var returned = 0
    /// The number of resolved findings.
    package var fixed = 0
    /// The number of domains in this run that were not in the previous run.
    package var domainsAdded = 0
    /// The number of domains in the previous run that are not in this run.
    package var domainsRemoved = 0
    /// The number of domains that could not be checked in one of the runs.
    ///
    /// Findings that could not be checked count as neither fixed nor new.
    package var notCompared = 0
    /// The part of the changes that is only due to changed rules; `nil` if both runs used the same rules.
    package var rules: RulesChange?
    /// The names behind the numbers.
    package var domains = Domains()
    /// The changes, worst first, at most ``maxItems``.
    package var items: [Change] = []

    /// Creates the changes since a run, without any.
    package init(previousRun: String, previousStartedAt: Date) {
        self.previousRun = previousRun
        self.previousStartedAt = previousStartedAt
    }

    /// Whether nothing came and nothing went.
    package var isEmpty: Bool { new == 0 && returned == 0 && fixed == 0 && domainsAdded == 0 && domainsRemoved == 0 }

    /// That nothing changed, in words without a full stop; `nil` where something did.
    package var emptyText: String? {
        guard isEmpty else { return nil }
        return notCompared > 0 ? "nothing changed on the domains that could be compared" : "nothing changed"
    }
}
