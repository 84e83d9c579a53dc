import Basics

/// The number of domains, and the first of their names, in the order of their list.
package struct DomainNames: Hashable, Sendable, Codable {
    /// The maximum number of names that are kept; all are counted.
    package static let limit = 1000

    private var listed = Listed<String>()
    private var last: String?

    package var names: [String] { listed.items }
    package var count: Int { listed.count }

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// Inserts the name of the domain at `index` of its list in order.
    ///
    /// Findings of one domain are added consecutively, so a name that was just added is not counted again.
    package mutating func add(_ name: String, at index: Int = .max) {
        guard last != name else { return }
        last = name
        listed.add(name, at: index, keeping: Self.limit)
    }

    package mutating func add(_ others: DomainNames) {
        last = others.last ?? last
        listed.add(others.listed, keeping: Self.limit)
    }

    /// Returns the names in one line, at most `limit` of them, with the number of further ones.
    package func text(limit: Int, _ shown: (String) -> String = { $0 }) -> String {
        let some = names.prefix(limit).map(shown)
        return some.joined(separator: ", ")
            + (count > some.count ? " and \(Phrase.number(count - some.count)) more" : "")
    }

    /// Whether both contain the same names in the same order.
    package static func == (left: DomainNames, right: DomainNames) -> Bool { left.listed == right.listed }

    package func hash(into hasher: inout Hasher) { hasher.combine(listed) }
}
