import Basics

/// The number of domains, and their first names in the order of the list.
package struct DomainNames: Hashable, Sendable, Codable {
    package static let maxNames = 1000

    private var listed = Listed<String>()
    private var last: String?

    package var names: [String] { listed.items }
    package var count: Int { listed.count }

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// Inserts the name of the domain at `index` of the list.
    ///
    /// The findings of a domain are added consecutively: if the previous call added the same name, nothing changes.
    package mutating func add(_ name: String, at index: Int = .max) {
        guard last != name else { return }
        last = name
        listed.add(name, at: index, keeping: Self.maxNames)
    }

    package mutating func add(_ others: DomainNames) {
        last = others.last ?? last
        listed.add(others.listed, keeping: Self.maxNames)
    }

    package func text(limit: Int, _ shown: (String) -> String = { $0 }) -> String {
        let some = names.prefix(limit).map(shown)
        return some.joined(separator: ", ")
            + (count > some.count ? " and \(Phrase.number(count - some.count)) more" : "")
    }

    /// Whether both values have the same names and the same number of domains.
    package static func == (left: DomainNames, right: DomainNames) -> Bool { left.listed == right.listed }

    package func hash(into hasher: inout Hasher) { hasher.combine(listed) }
}
