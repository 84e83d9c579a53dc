import Basics

/// Names of domains, counted, of which the first ones are kept, in the order of the list that names them.
public struct DomainNames: Sendable, Codable {
    /// The most names that are kept; the count goes on.
    public static let limit = 1000

    /// The names, in order.
    public private(set) var names: [String] = []
    /// How many domains there are.
    public private(set) var count = 0
    /// Where each of the names is in its list; the largest number where that is not known.
    private var indices: [Int] = []
    private var last: String?

    private enum CodingKeys: String, CodingKey {
        case names, count, indices
    }

    /// Creates a list without names.
    public init() {}

    /// Reads a list; one that an earlier version has stored says nothing of places.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        names = try container.decode([String].self, forKey: .names)
        count = try container.decode(Int.self, forKey: .count)
        indices = try container.decodeIfPresent([Int].self, forKey: .indices) ?? []
        if indices.count != names.count { indices = Array(repeating: .max, count: names.count) }
    }

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// Adds a domain; findings of one domain come in a row, so that one that was just added is not counted again.
    public mutating func add(_ name: String) { add(name, at: .max) }

    /// Adds a domain that is at `index` of its list, in its place among the others.
    public mutating func add(_ name: String, at index: Int) {
        guard last != name else { return }
        last = name
        count += 1
        // They come nearly in order: the place is looked for from the end.
        let place = (indices.lastIndex { $0 <= index } ?? -1) + 1
        guard place < Self.limit else { return }
        indices.insert(index, at: place)
        names.insert(name, at: place)
        if names.count > Self.limit {
            indices.removeLast()
            names.removeLast()
        }
    }

    /// Adds other domains than those that are here.
    public mutating func add(_ others: DomainNames) {
        let (sum, last) = (count + others.count, others.last)
        for (index, name) in others.names.enumerated() {
            add(name, at: others.indices[index])
        }
        (count, self.last) = (sum, last)
    }

    /// The names in one line, at most `limit` of them, with how many more there are.
    public func text(limit: Int, _ shown: (String) -> String = { $0 }) -> String {
        let some = names.prefix(limit).map(shown)
        return some.joined(separator: ", ")
            + (count > some.count ? " and \(Phrase.number(count - some.count)) more" : "")
    }
}

extension DomainNames: Hashable {
    /// Whether both name the same domains in the same order.
    public static func == (left: DomainNames, right: DomainNames) -> Bool {
        left.count == right.count && left.names == right.names
    }

    /// Hashes the names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(names)
    }
}
