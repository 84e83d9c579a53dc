package import Audit
import Findings

/// A domain whose problems somebody has accepted for now.
package struct AcceptedDomain: Hashable, Sendable, Codable {
    /// The host name for people, with the port where that is not 443.
    package var name: String
    /// Why, in the words of who decided.
    package var reason: String
    /// The last day, as `yyyy-mm-dd` in UTC; `nil` when it has no end.
    package var until: String?
    /// The people responsible for the domain; `nil` if none are known.
    package var people: DomainPeople?

    /// The decision in one line.
    package var sentence: String { "\(name): accepted\(until.map { " until \($0)" } ?? ""): \(reason)" }
}

extension Listed<AcceptedDomain> {
    /// Adds a domain, where it is accepted.
    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        guard let waiver = report.acceptance else { return }
        add(
            AcceptedDomain(name: report.name, reason: waiver.reason, until: waiver.until, people: DomainPeople(report)),
            at: index)
    }
}
