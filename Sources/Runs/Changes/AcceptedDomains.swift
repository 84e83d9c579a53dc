public import Audit
import Findings

/// The domains whose problems somebody has accepted for now, counted, and kept as far as they are listed.
public struct AcceptedDomains: Hashable, Sendable, Codable {
    /// One of them.
    public struct Domain: Hashable, Sendable, Codable {
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

    /// The most domains that are kept; the count goes on.
    public static let limit = 100

    /// The domains, in the order in which they came.
    public private(set) var domains: [Domain] = []
    /// How many there are.
    public private(set) var count = 0

    /// Creates a list without domains.
    public init() {}

    /// Takes a domain in, where it is accepted.
    public mutating func add(_ report: DomainReport) {
        guard let waiver = report.acceptance else { return }
        count += 1
        guard domains.count < Self.limit else { return }
        domains.append(
            Domain(name: report.name, reason: waiver.reason, until: waiver.until, people: DomainPeople(report)))
    }
}
