package import struct Foundation.Date

/// An outage of a domain that cannot be reached.
package struct DomainOutage: Hashable, Sendable {
    /// So many runs in a row are looked back at the most.
    package static let runLimit = 30

    /// The number of runs in a row that could not reach the domain, including this one.
    package var runs: Int
    /// When the first of those runs began; `nil` where that is not known.
    package var since: Date?
    /// Whether a message has said so.
    package var isReported: Bool

    /// Creates an outage.
    package init(runs: Int, since: Date?, isReported: Bool) {
        self.runs = runs
        self.since = since
        self.isReported = isReported
    }
}

/// A domain of which a message has said that it cannot be reached, and that can be reached again.
package struct EndedOutage: Hashable, Sendable, Codable {
    /// The host name for people, with the port where that is not 443.
    package var domain: String
    /// When the first of the runs began that could not reach it.
    package var since: Date
    /// The people responsible for the domain; `nil` if none are known.
    package var people: DomainPeople?

    /// Creates an outage that is over.
    package init(domain: String, since: Date, people: DomainPeople? = nil) {
        self.domain = domain
        self.since = since
        self.people = people
    }
}
