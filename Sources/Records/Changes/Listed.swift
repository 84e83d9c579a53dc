/// The number of items about domains, and the first items in the order of the list of domains.
package struct Listed<Item: Sendable>: Sendable {
    package private(set) var items: [Item] = []
    /// The number of items, including items that are not stored.
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

    package mutating func add(_ other: Listed, keeping limit: Int = 100) {
        let sum = count + other.count
        for (item, index) in zip(other.items, other.indices) { add(item, at: index, keeping: limit) }
        count = sum
    }

    package mutating func increaseCount(by number: Int) { count += max(0, number) }
}

extension Listed: Codable where Item: Codable {}

extension Listed: Equatable where Item: Equatable {
    package static func == (left: Listed, right: Listed) -> Bool {
        left.count == right.count && left.items == right.items
    }
}

extension Listed: Hashable where Item: Hashable {
    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(items)
    }
}
