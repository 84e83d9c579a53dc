import Basics

/// A value of a ``JSONDocument``; it keeps the document alive.
public struct JSONValue: Sendable {
    package let document: JSONDocument
    let index: Int

    /// The six kinds of JSON values.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case null, boolean, number, string, array, object

        /// The kind with its article, for messages: "an object", "null".
        package var described: String {
            switch self {
            case .null: "null"
            case .array, .object: "an \(rawValue)"
            case .boolean, .number, .string: "a \(rawValue)"
            }
        }
    }

    var node: JSONNode { document.nodes[index] }

    /// The kind of the value.
    public var kind: Kind { node.kind }

    package var range: Range<Int> { Int(node.start)..<Int(node.end) }

    /// The position at which the value begins.
    public var position: JSONPosition { document.position(of: Int(node.start)) }

    /// The value as written in the text.
    public var text: String { String(decoding: document.bytes[range], as: UTF8.self) }

    /// The array or object that contains the value, also for a key; `nil` for the outermost value.
    package var parent: JSONValue? {
        let parent = Int(node.parent)
        return parent == index ? nil : JSONValue(document: document, index: parent)
    }

    /// The member whose key or value this is; `nil` outside objects.
    package var member: JSONMember? {
        guard let parent, parent.kind == .object else { return nil }
        let key = node.flags.contains(.isKey) ? index : index - 1
        return JSONMember(document: document, keyIndex: key)
    }

    /// The pointer in findings, truncated to 500 scalars and an ellipsis, because keys can be as long as the file.
    package var shownPointer: String { pointer.description.cut(to: 500) }

    /// The JSON pointer of the value; a key has the pointer of its value.
    public var pointer: JSONPointer {
        var tokens: [String] = []
        var value = self
        while let parent = value.parent {
            tokens.append(value.member?.name ?? String(value.node.ordinal))
            value = parent
        }
        return JSONPointer(tokens: tokens.reversed())
    }

    package var boolean: Bool? { kind == .boolean ? text == "true" : nil }

    package var isNull: Bool { kind == .null }

    /// The text of a string, with escapes resolved, those of lone surrogates to U+FFFD; `nil` for any other kind.
    package var string: String? {
        guard kind == .string else { return nil }
        guard node.flags.contains(.escapes) else { return String(decoding: stringContent, as: UTF8.self) }
        return String(decoding: JSONStringContent.units(of: stringContent), as: UTF16.self)
    }

    private var stringContent: ArraySlice<UInt8> { document.bytes[(range.lowerBound + 1)..<(range.upperBound - 1)] }

    /// The number as an integer; `nil` if it is not written as an integer or is too large, and for any other kind.
    package var integer: Int? { kind == .number ? Int(text) : nil }

    /// The `Double` that is nearest to the number, infinite if it is too large; `nil` for any other kind.
    package var double: Double? { kind == .number ? Double(text) : nil }

    /// The number of elements of an array, or of members of an object; 0 for any other kind.
    package var count: Int { Int(node.count) }

    /// The elements of an array; `nil` for any other kind.
    package var elements: [JSONValue]? {
        kind == .array ? children.map { JSONValue(document: document, index: $0) } : nil
    }

    /// The members of an object in order, including duplicates; `nil` for any other kind.
    package var members: [JSONMember]? {
        kind == .object ? children.map { JSONMember(document: document, keyIndex: $0) } : nil
    }

    /// The indices of the elements of an array, or of the keys of an object.
    private var children: [Int] {
        let nodes = document.nodes
        let end = Int(node.next)
        // The value of a member follows its key.
        let valueOffset = kind == .object ? 1 : 0
        return sequence(first: index + 1) { Int(nodes[$0 + valueOffset].next) }.prefix { $0 < end }
    }

    /// The value of the last member called `name`; `nil` if there is none, or if this is not an object.
    ///
    /// RFC 8259 does not define which of several members with the same name takes effect; Foundation's
    /// `JSONSerialization` keeps the last, and its `JSONDecoder` the first.
    package subscript(name: String) -> JSONValue? {
        guard kind == .object else { return nil }
        let end = Int(node.next)
        var found: JSONValue?
        var key = index + 1
        // Reading a report looks up each field, so this does not create the array of ``members``.
        while key < end {
            let member = JSONMember(document: document, keyIndex: key)
            if member.hasName(name) { found = member.value }
            key = Int(member.value.node.next)
        }
        return found
    }
}

extension JSONValue: Equatable {
    /// Whether both values are equal except for white space and the escapes of strings.
    ///
    /// The order of members, duplicates and the notation of numbers matter; lone surrogates are compared unchanged.
    public static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
        let count = Int(lhs.node.next) - lhs.index
        return count == Int(rhs.node.next) - rhs.index
            && (0..<count).allSatisfy { offset in
                JSONValue(document: lhs.document, index: lhs.index + offset)
                    .hasSameToken(as: JSONValue(document: rhs.document, index: rhs.index + offset))
            }
    }

    /// Whether both values are equal; only the kind and the count of arrays and objects are compared.
    private func hasSameToken(as other: JSONValue) -> Bool {
        guard kind == other.kind, count == other.count else { return false }
        return switch kind {
        case .null, .array, .object: true
        case .boolean: boolean == other.boolean
        case .number: document.bytes[range] == other.document.bytes[other.range]
        case .string: JSONStringContent.units(of: stringContent) == JSONStringContent.units(of: other.stringContent)
        }
    }
}

/// The location of a value in a document, in the notation of RFC 6901.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    package var tokens: [String]

    package init(tokens: [String]) { self.tokens = tokens }

    /// The pointer with `~0` for `~` and `~1` for `/`; the empty string for the whole document.
    public var description: String {
        tokens.map { "/" + $0.escaped { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil } }.joined()
    }
}
