package import Audit

package import struct Foundation.Date

/// The content of a message about a run, independent of its format.
package struct NoticeContent: Sendable, Codable {
    /// A domain that could not be reached in several runs.
    package struct Unreachable: Sendable, Codable {
        package var domain: String
        /// The number of runs in a row, including this run.
        package var runs: Int
        package var since: Date?
        package var cause: String?
        /// The people responsible for the domain; `nil` if none are known.
        package var people: DomainPeople?
    }

    /// The team whose domains the message is about; `nil` for all domains.
    package var team: String?
    package var summary = RunSummary()
    package var ending = RunEnding(complete: true)
    package var changes: RunChanges?
    /// The new or returned findings; if no previous run is known, every error.
    package var new = Listed<RunChanges.Change>()
    package var fixed = Listed<RunChanges.Change>()
    package var unreachable = Listed<Unreachable>()
    package var recovered = Listed<EndedOutage>()
    /// The domains with problems that were assigned to the team.
    package var movedIn = Listed<DomainMove>()
    /// The domains with problems that were assigned to another team.
    package var movedOut = Listed<DomainMove>()
    package var accepted = Listed<AcceptedDomain>()
    /// Whether some unreachable domains were not compared with previous runs, because their number exceeds the limit.
    package var hasMoreUnreachable = false

    /// The number of domains with problems that were assigned to the team or to another team.
    package var moveCount: Int { movedIn.count + movedOut.count }

    /// Whether the message covers domains of the team `other`, ignoring case.
    func isAbout(_ other: String?) -> Bool { team == nil || team?.lowercased() == other?.lowercased() }
}

/// A domain with problems that was assigned to another team since the last message about the domain.
package struct DomainMove: Hashable, Sendable, Codable {
    /// The host name for display, with the port unless it is 443.
    package var domain: String
    package var previousTeam: String?
    /// The current owner, contact and team; `nil` if none is known.
    package var people: DomainPeople?

    package init(domain: String, previousTeam: String?, people: DomainPeople?) {
        self.domain = domain
        self.previousTeam = previousTeam
        self.people = people
    }
}

/// An outage of a domain that cannot be reached.
package struct DomainOutage: Hashable, Sendable {
    /// The maximum number of runs in a row that are considered.
    package static let maxOutageRuns = 30

    /// The number of runs in a row that could not reach the domain, including this run.
    package var runs: Int
    /// The start of the first of those runs; `nil` if unknown.
    package var since: Date?
    package var isReported: Bool

    package init(runs: Int, since: Date?, isReported: Bool) {
        self.runs = runs
        self.since = since
        self.isReported = isReported
    }
}

/// A domain that was reported as unreachable, and that can be reached again.
package struct EndedOutage: Hashable, Sendable, Codable {
    /// The host name for display, with the port unless it is 443.
    package var domain: String
    /// The start of the first run that could not reach the domain.
    package var since: Date
    /// The people responsible for the domain; `nil` if none are known.
    package var people: DomainPeople?

    package init(domain: String, since: Date, people: DomainPeople? = nil) {
        self.domain = domain
        self.since = since
        self.people = people
    }
}
