package import struct Foundation.Date

/// An outage of a domain that cannot be reached.
package struct DomainOutage: Hashable, Sendable {
    /// The maximum number of runs in a row that are considered.
    package static let maxOutageRuns = 30

    /// The number of runs in a row that could not reach the domain, including this one.
    package var runs: Int
    /// The start of the first of those runs; `nil` if unknown.
    package var since: Date?
    /// Whether a message has reported it.
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
    /// The start of the first run that could not reach it.
    package var since: Date
    /// The people responsible for the domain; `nil` if none are known.
    package var people: DomainPeople?

    package init(domain: String, since: Date, people: DomainPeople? = nil) {
        self.domain = domain
        self.since = since
        self.people = people
    }
}
