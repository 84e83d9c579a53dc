public import Audit
import Findings

/// A domain whose problems somebody has accepted for now.
public struct AcceptedDomain: Hashable, Sendable, Codable {
    /// The host name for people, with the port where that is not 443.
    public var name: String
    /// Why, in the words of who decided.
    public var reason: String
    /// The last day, as `yyyy-mm-dd` in UTC; `nil` when it has no end.
    public var until: String?
    /// Who answers for it; `nil` where nobody said.
    public var people: DomainPeople?

    /// The decision in one line.
    public var sentence: String { "\(name): accepted\(until.map { " until \($0)" } ?? ""): \(reason)" }
}

extension Listed<AcceptedDomain> {
    /// Adds a domain, where it is accepted.
    public mutating func add(_ report: DomainReport, at index: Int = .max) {
        guard let waiver = report.acceptance else { return }
        add(
            AcceptedDomain(name: report.name, reason: waiver.reason, until: waiver.until, people: DomainPeople(report)),
            at: index)
    }
}
