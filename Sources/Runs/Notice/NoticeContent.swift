package import struct Foundation.Date

/// The content of a message about a run, independent of its reader.
package struct NoticeContent: Sendable, Codable {
    /// A domain that could not be reached for several runs.
    package struct Unreachable: Sendable, Codable {
        package var domain: String
        /// The number of runs in a row, including this one.
        package var runs: Int
        package var since: Date?
        package var cause: String?
        /// The people responsible for the domain; `nil` if none are known.
        package var people: DomainPeople?
    }

    /// The team whose domains it is about; `nil` for all domains.
    package var team: String?
    package var summary = RunSummary()
    package var ending = RunEnding(complete: true)
    package var changes: RunChanges?
    /// The findings that are new or back; if no previous run is known, every error.
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

    /// The number of domains with problems that the team has taken over or given up.
    package var moves: Int { movedIn.count + movedOut.count }

    /// Whether a domain of `other` is among those that it is about; capitals do not matter.
    func isAbout(_ other: String?) -> Bool { team.map { $0.lowercased() == other?.lowercased() } ?? true }
}
