/// The elements of an array, in order.
public struct JSONElements: Sequence, Sendable {
    let array: JSONValue

    /// The number of elements.
    public var count: Int { array.count }
    /// Whether the array has no elements.
    public var isEmpty: Bool { count == 0 }

    /// An iterator over the elements.
    public struct Iterator: IteratorProtocol {
        let storage: JSONStorage
        var index: Int
        let end: Int

        /// Returns the next element; `nil` at the end.
        public mutating func next() -> JSONValue? {
            guard index < end else { return nil }
            defer { index = Int(storage.nodes[index].next) }
            return JSONValue(storage: storage, index: index)
        }
    }

    /// Returns an iterator at the first element.
    public func makeIterator() -> Iterator {
        Iterator(storage: array.storage, index: array.index + 1, end: Int(array.node.next))
    }
}

/// The members of an object in the order of the text, duplicates included.
public struct JSONMembers: Sequence, Sendable {
    let object: JSONValue

    /// The number of members, including duplicates.
    public var count: Int { object.count }
    /// Whether the object has no members.
    public var isEmpty: Bool { count == 0 }

    /// An iterator over the members.
    public struct Iterator: IteratorProtocol {
        let storage: JSONStorage
        var index: Int
        let end: Int

        /// Returns the next member; `nil` at the end.
        public mutating func next() -> JSONMember? {
            guard index < end else { return nil }
            defer { index = Int(storage.nodes[index + 1].next) }
            return JSONMember(storage: storage, keyIndex: index)
        }
    }

    /// Returns an iterator at the first member.
    public func makeIterator() -> Iterator {
        Iterator(storage: object.storage, index: object.index + 1, end: Int(object.node.next))
    }

    /// The members whose key appears again later in the same object, in order; they have no effect.
    public var overridden: [JSONMember] {
        guard count > 1 else { return [] }
        var last: [ExactText: Int] = [:]
        for member in self { last[ExactText(member.name)] = member.keyIndex }
        guard last.count < count else { return [] }
        return filter { last[ExactText($0.name)] != $0.keyIndex }
    }

    /// The members that take effect: the last one of each name, in the order of the text.
    public var effective: [JSONMember] {
        let overridden = Set(overridden.map(\.keyIndex))
        return overridden.isEmpty ? Array(self) : filter { !overridden.contains($0.keyIndex) }
    }
}

/// A key and its value.
public struct JSONMember: Sendable {
    let storage: JSONStorage
    let keyIndex: Int

    /// The key, a string with its own position.
    public var key: JSONValue { JSONValue(storage: storage, index: keyIndex) }
    /// The value.
    public var value: JSONValue { JSONValue(storage: storage, index: keyIndex + 1) }
    /// The key as text, with escapes resolved.
    public var name: String { key.string ?? "" }

    /// Whether the key consists of the same scalars as `name`.
    public func hasName(_ name: String) -> Bool {
        let node = storage.nodes[keyIndex]
        if node.flags.contains(.escapes) { return self.name.isExactly(name) }
        guard Int(node.end - node.start) == name.utf8.count + 2 else { return false }
        return storage.bytes[(Int(node.start) + 1)..<(Int(node.end) - 1)].elementsEqual(name.utf8)
    }
}
