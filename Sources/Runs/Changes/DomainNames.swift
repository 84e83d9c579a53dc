/// Names of domains, counted, of which the first ones are kept.
public struct DomainNames: Hashable, Sendable, Codable {
    /// The most names that are kept; the count goes on.
    public static let limit = 1000

    /// The names, in the order in which they came.
    public private(set) var names: [String] = []
    /// How many domains there are.
    public private(set) var count = 0
    private var last: String?

    private enum CodingKeys: String, CodingKey {
        case names, count
    }

    /// Creates a list without names.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// Adds a domain; findings of one domain come in a row, so that one that was just added is not counted again.
    public mutating func add(_ name: String) {
        guard last != name else { return }
        last = name
        count += 1
        if names.count < Self.limit { names.append(name) }
    }

    /// Adds other domains than those that are here.
    public mutating func add(_ others: DomainNames) {
        last = others.last
        count += others.count
        names += others.names.prefix(Self.limit - names.count)
    }

    /// Counts domains whose names are not known here.
    public mutating func add(uncounted number: Int) { count += max(0, number) }

    /// The names in one line, at most `limit` of them, with how many more there are.
    public func text(limit: Int, _ shown: (String) -> String = { $0 }) -> String {
        let some = names.prefix(limit).map(shown)
        return some.joined(separator: ", ") + (count > some.count ? " and \(count - some.count) more" : "")
    }
}
