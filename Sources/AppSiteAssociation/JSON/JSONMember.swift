/// A key and its value.
public struct JSONMember: Sendable {
    let document: JSONDocument
    let keyIndex: Int

    /// The key, a string with its own position.
    public var key: JSONValue { JSONValue(document: document, index: keyIndex) }
    /// The value.
    public var value: JSONValue { JSONValue(document: document, index: keyIndex + 1) }
    /// The key as text, with escapes resolved.
    public var name: String { key.string ?? "" }

    /// Whether the key consists of the same scalars as `name`.
    public func hasName(_ name: String) -> Bool {
        let node = document.nodes[keyIndex]
        if node.flags.contains(.escapes) { return self.name.isExactly(name) }
        guard Int(node.end - node.start) == name.utf8.count + 2 else { return false }
        return document.bytes[(Int(node.start) + 1)..<(Int(node.end) - 1)].elementsEqual(name.utf8)
    }
}

extension [JSONMember] {
    /// The members whose key appears again later in the same object, in order; they have no effect.
    public var overridden: [JSONMember] {
        let effective = Set(effective.map(\.keyIndex))
        return effective.count == count ? [] : filter { !effective.contains($0.keyIndex) }
    }

    /// The members that take effect: the last one of each name, in the order of the text.
    public var effective: [JSONMember] {
        guard count > 1 else { return self }
        var names: Set<ExactText> = []
        return reversed().filter { names.insert(ExactText($0.name)).inserted }.reversed()
    }
}
