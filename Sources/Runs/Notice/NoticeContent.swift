package import struct Foundation.Date

/// What a message says about a run, whoever reads it.
package struct NoticeContent: Sendable, Codable {
    /// A domain that could not be reached for several runs.
    package struct Unreachable: Sendable, Codable {
        package var domain: String
        /// How many runs in a row, this one included.
        package var runs: Int
        package var since: Date?
        package var cause: String?
        /// Who answers for it; `nil` where nobody said.
        package var people: DomainPeople?
    }

    /// The team whose domains it is about; `nil` for all domains.
    package var team: String?
    package var summary = RunSummary()
    package var ending = RunEnding(complete: true)
    package var changes: RunChanges?
    /// What came; where no run before is known, every error.
    package var new = Listed<RunChanges.Change>()
    package var fixed = Listed<RunChanges.Change>()
    package var unreachable = Listed<Unreachable>()
    package var recovered = Listed<EndedOutage>()
    /// The domains with problems that the team has taken over.
    package var movedIn = Listed<DomainMove>()
    /// The domains with problems that the team has given up.
    package var movedOut = Listed<DomainMove>()
    /// Domains whose problems somebody has accepted.
    package var accepted = Listed<AcceptedDomain>()
    /// Whether there are more domains that cannot be reached than were held against the runs before.
    package var isUnreachableCut = false

    /// How many domains with problems the team has taken over or given up.
    package var moves: Int { movedIn.count + movedOut.count }

    /// Whether a domain of `other` is among those that it is about; capitals do not matter.
    func isAbout(_ other: String?) -> Bool { team.map { $0.lowercased() == other?.lowercased() } ?? true }
}
