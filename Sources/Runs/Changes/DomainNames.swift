import Basics

/// Names of domains, counted, of which the first ones are kept, in the order of the list that names them.
package struct DomainNames: Hashable, Sendable, Codable {
    /// The most names that are kept; the count goes on.
    package static let limit = 1000

    private var listed = Listed<String>()
    private var last: String?

    /// The names, in order.
    package var names: [String] { listed.items }
    /// The number of domains.
    package var count: Int { listed.count }

    /// Creates a list without names.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { count == 0 }

    /// Adds a domain that is at `index` of its list, in its place among the others.
    ///
    /// Findings of one domain come in a row, so that one that was just added is not counted again.
    package mutating func add(_ name: String, at index: Int = .max) {
        guard last != name else { return }
        last = name
        listed.add(name, at: index, keeping: Self.limit)
    }

    /// Adds other domains than those that are here.
    package mutating func add(_ others: DomainNames) {
        last = others.last ?? last
        listed.add(others.listed, keeping: Self.limit)
    }

    /// The names in one line, at most `limit` of them, with how many more there are.
    package func text(limit: Int, _ shown: (String) -> String = { $0 }) -> String {
        let some = names.prefix(limit).map(shown)
        return some.joined(separator: ", ")
            + (count > some.count ? " and \(Phrase.number(count - some.count)) more" : "")
    }

    /// Whether both name the same domains in the same order.
    package static func == (left: DomainNames, right: DomainNames) -> Bool { left.listed == right.listed }

    /// Hashes the names.
    package func hash(into hasher: inout Hasher) { hasher.combine(listed) }
}
