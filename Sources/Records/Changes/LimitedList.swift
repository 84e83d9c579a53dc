import Basics

/// The number of items about domains, and the first items in the order of the list of domains.
package struct LimitedList<Item: Sendable>: Sendable {
    package private(set) var items: [Item] = []
    package private(set) var count = 0
    /// For each item, the index of its domain in the list.
    private var indices: [Int] = []

    package init() {}

    /// Counts an item about the domain at `index` of the list, and inserts it if it is one of the first `limit` items.
    package mutating func add(_ item: @autoclosure () -> Item, at index: Int = .max, keeping limit: Int = 100) {
        count += 1
        // Items arrive nearly in order, so the search starts at the end.
        let position = indices.count - indices.reversed().prefix { $0 > index }.count
        guard position < limit else { return }
        indices.insert(index, at: position)
        items.insert(item(), at: position)
        if items.count > limit {
            indices.removeLast()
            items.removeLast()
        }
    }

    package mutating func add(_ other: LimitedList, keeping limit: Int = 100) {
        let sum = count + other.count
        for (item, index) in zip(other.items, other.indices) { add(item, at: index, keeping: limit) }
        count = sum
    }

    package mutating func increaseCount(by number: Int) { count += max(0, number) }
}

extension LimitedList: Codable where Item: Codable {}

// Equality includes the indices of the domains.
extension LimitedList: Equatable where Item: Equatable {}

extension LimitedList: Hashable where Item: Hashable {}

/// The number of domains, and the names of the first domains in the order of the list.
package struct DomainNames: Hashable, Sendable, Codable {
    package static let maxNames = 1000

    private var listed = LimitedList<String>()
    private var last: String?

    package var names: [String] { listed.items }
    package var count: Int { listed.count }
    package var isEmpty: Bool { count == 0 }

    package init() {}

    /// Inserts the name of the domain at `index` of the list, unless the previous call added the same name: the
    /// findings of a domain are added consecutively.
    package mutating func add(_ name: String, at index: Int = .max) {
        guard last != name else { return }
        last = name
        listed.add(name, at: index, keeping: Self.maxNames)
    }

    package mutating func add(_ others: DomainNames) {
        last = others.last ?? last
        listed.add(others.listed, keeping: Self.maxNames)
    }

    package func text(limit: Int, _ format: (String) -> String = { $0 }) -> String {
        let shown = names.prefix(limit).map(format)
        let more = count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(Phrase.number(more)) more" : "")
    }
}
