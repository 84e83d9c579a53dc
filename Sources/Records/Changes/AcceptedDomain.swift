package import Audit
package import Findings

/// A domain whose problems are accepted for now.
package struct AcceptedDomain: Hashable, Sendable, Codable {
    /// The host name for display, with the port unless it is 443.
    package var name: String
    /// The reason for the acceptance, as written in the waiver.
    package var reason: String
    /// The last day, as `yyyy-mm-dd` in UTC; `nil` for no end.
    package var until: String?
    /// The person or team that accepted the problems; `nil` if unknown.
    package var acceptedBy: String?
    /// The people responsible for the domain; `nil` if none are known.
    package var people: DomainPeople?

    /// The waiver of the domain.
    package var waiver: Waiver { Waiver(reason: reason, until: until, acceptedBy: acceptedBy) }

    /// The acceptance in one line.
    package var sentence: String { "\(name): \(waiver.terms()): \(reason)" }
}

extension Listed<AcceptedDomain> {
    /// Adds a domain if it is accepted.
    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        guard let waiver = report.acceptance else { return }
        add(
            AcceptedDomain(
                name: report.name, reason: waiver.reason, until: waiver.until, acceptedBy: waiver.acceptedBy,
                people: DomainPeople(report)),
            at: index)
    }
}
