package import Audit
package import Findings

/// A domain whose problems are covered by a waiver.
package struct AcceptedDomain: Hashable, Sendable, Codable {
    /// The host name for display, with the port unless it is 443.
    package var name: String
    package var waiver: Waiver
    /// The people responsible for the domain; `nil` if none are known.
    package var people: DomainPeople?

    package var sentence: String { "\(name): \(waiver.terms()): \(waiver.reason)" }
}

extension Listed<AcceptedDomain> {
    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        guard let waiver = report.acceptance else { return }
        add(AcceptedDomain(name: report.name, waiver: waiver, people: report.people.known), at: index)
    }
}
