package struct JSONMember: Sendable {
    let document: JSONDocument
    let keyIndex: Int

    package var key: JSONValue { JSONValue(document: document, index: keyIndex) }
    package var value: JSONValue { JSONValue(document: document, index: keyIndex + 1) }
    package var name: String { key.string ?? "" }

    package func hasName(_ name: String) -> Bool {
        let node = document.nodes[keyIndex]
        if node.flags.contains(.escapes) { return self.name.isExactly(name) }
        guard Int(node.end - node.start) == name.utf8.count + 2 else { return false }
        return document.bytes[(Int(node.start) + 1)..<(Int(node.end) - 1)].elementsEqual(name.utf8)
    }
}

extension [JSONMember] {
    /// The members that take effect: the last one of each name, in the order of the text.
    package var effective: [JSONMember] {
        guard count > 1 else { return self }
        var names: Set<ExactText> = []
        return reversed().filter { names.insert(ExactText($0.name)).inserted }.reversed()
    }
}
