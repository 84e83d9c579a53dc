/// A number of items about domains, and the first of these items, in the order of the domains' list.
package struct Listed<Item: Sendable>: Sendable {
    /// The first items, in order.
    package private(set) var items: [Item] = []
    /// The number of items, including those that are not kept.
    package private(set) var count = 0
    /// The index of each item's domain in the list.
    private var indices: [Int] = []

    package init() {}

    /// Inserts an item about the domain at `index` of the list in order; keeps at most `limit` items.
    package mutating func add(_ item: @autoclosure () -> Item, at index: Int = .max, keeping limit: Int = 100) {
        count += 1
        // Items arrive nearly in order, so the search starts at the end.
        let position = (indices.lastIndex { $0 <= index } ?? -1) + 1
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

    /// Adds items that are not kept to the number of items.
    package mutating func increaseCount(by number: Int) { count += max(0, number) }
}

extension Listed: Codable where Item: Codable {}

extension Listed: Equatable where Item: Equatable {
    /// Whether both contain the same items in the same order, and have the same number.
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
