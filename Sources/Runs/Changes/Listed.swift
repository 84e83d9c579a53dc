/// Things of domains, counted, of which the first ones are kept, in the order of the list that names the domains.
package struct Listed<Item: Sendable>: Sendable {
    /// The first ones, in order.
    package private(set) var items: [Item] = []
    /// The number of items, including those that are not kept.
    package private(set) var count = 0
    /// The index of each item's domain in the list.
    private var indices: [Int] = []

    /// Creates a list of nothing.
    package init() {}

    /// Adds an item of the domain at `index` of the list, in its place among the others; at most `limit` are kept.
    package mutating func add(_ item: @autoclosure () -> Item, at index: Int = .max, keeping limit: Int = 100) {
        count += 1
        // They come nearly in order: the place is looked for from the end.
        let place = (indices.lastIndex { $0 <= index } ?? -1) + 1
        guard place < limit else { return }
        indices.insert(index, at: place)
        items.insert(item(), at: place)
        if items.count > limit {
            indices.removeLast()
            items.removeLast()
        }
    }

    /// Adds those of another list.
    package mutating func add(_ other: Listed, keeping limit: Int = 100) {
        let sum = count + other.count
        for (item, index) in zip(other.items, other.indices) { add(item, at: index, keeping: limit) }
        count = sum
    }

    /// Counts things of which nothing more is known here.
    package mutating func add(uncounted number: Int) { count += max(0, number) }
}

extension Listed: Codable where Item: Codable {}

extension Listed: Equatable where Item: Equatable {
    /// Whether both have the same items in the same order, and as many more.
    package static func == (left: Listed, right: Listed) -> Bool {
        left.count == right.count && left.items == right.items
    }
}

extension Listed: Hashable where Item: Hashable {
    /// Hashes the items.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(items)
    }
}
