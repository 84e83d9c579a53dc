/// A strict parser for RFC 8259 that reads the text once, without recursion: open arrays and objects are linked through
/// their `parent` fields; the root is its own parent.
struct JSONParser {
    /// The maximum number of arrays and objects that can be open at once: 512, as in Foundation.
    static let maxDepth = 512

    let text: UnsafeBufferPointer<UInt8>
    var cursor: Int
    private(set) var nodes: [JSONNode] = []
    /// The index of the innermost open array or object.
    private(set) var container: Int?
    private var depth = 0

    var containerOffset: Int? { container.map { Int(nodes[$0].start) } }
    var containerKind: JSONValue.Kind? { container.map { nodes[$0].kind } }
    var closingBracket: UInt8? { containerKind.map { UInt8(ascii: $0 == .array ? "]" : "}") } }

    /// The reason why parsing stopped; a description is created from it only if needed.
    struct Failure: Error {
        var kind: JSONReadError.Kind
        var offset: Int
        var expected: String
        /// The offset at which the string or bracket begins, for strings and brackets that are not closed.
        var openedAt: Int?
    }

    enum State {
        case value, firstElementOrEnd, firstKeyOrEnd, key, colon, afterValue
    }

    static func nodes(of bytes: [UInt8], from start: Int) throws(JSONReadError) -> [JSONNode] {
        do throws(Failure) {
            return try bytes.withUnsafeBufferPointer { text throws(Failure) -> [JSONNode] in
                guard text.count <= Int(Int32.max) else {
                    throw Failure(kind: .tooLarge, offset: 0, expected: "at most 2 GiB")
                }
                var parser = JSONParser(text: text, start: start)
                do throws(Failure) { try parser.run() } catch {
                    throw parser.wrongFormatFailure(from: start) ?? error
                }
                return parser.nodes
            }
        } catch {
            throw JSONReadError(error, bytes: bytes)
        }
    }

    private init(text: UnsafeBufferPointer<UInt8>, start: Int) {
        self.text = text
        cursor = start
        // Typical files have at most one value for every dozen bytes; the table grows if there are more.
        nodes.reserveCapacity(text.count / 12 + 16)
    }

    private mutating func run() throws(Failure) {
        var state = State.value
        while true {
            while cursor < text.count, Self.isWhiteSpace(text[cursor]) { cursor += 1 }
            guard cursor < text.count else {
                if state == .afterValue, container == nil { return }
                throw Failure(
                    kind: nodes.isEmpty ? .empty : .unexpectedEnd, offset: cursor, expected: expected(in: state),
                    openedAt: containerOffset)
            }
            let byte = text[cursor]
            switch state {
            case .firstElementOrEnd where byte == closingBracket, .firstKeyOrEnd where byte == closingBracket,
                .afterValue where byte == closingBracket:
                close()
                state = .afterValue
            case .value, .firstElementOrEnd:
                state = try readValue(byte, in: state)
            case .firstKeyOrEnd, .key:
                guard byte == UInt8(ascii: "\"") else { throw failure(in: state) }
                try readString(flags: .isKey)
                state = .colon
            case .colon:
                guard byte == UInt8(ascii: ":") else { throw failure(in: state) }
                cursor += 1
                state = .value
            case .afterValue:
                guard let containerKind, byte == UInt8(ascii: ",") else { throw failure(in: state) }
                cursor += 1
                state = containerKind == .array ? .value : .key
            }
        }
    }

    // MARK: - Values

    /// Reads a value that begins with `byte`, and returns the state after it.
    private mutating func readValue(_ byte: UInt8, in state: State) throws(Failure) -> State {
        switch byte {
        case UInt8(ascii: "\""): try readString(flags: [])
        case UInt8(ascii: "{"):
            try begin(.object)
            return .firstKeyOrEnd
        case UInt8(ascii: "["):
            try begin(.array)
            return .firstElementOrEnd
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
        case UInt8(ascii: "t"): try readLiteral("true", kind: .boolean, in: state)
        case UInt8(ascii: "f"): try readLiteral("false", kind: .boolean, in: state)
        case UInt8(ascii: "n"): try readLiteral("null", kind: .null, in: state)
        default: throw failure(in: state)
        }
        return .afterValue
    }

    mutating func append(_ kind: JSONValue.Kind, from start: Int, flags: JSONNode.Flags) {
        let index = nodes.count
        var ordinal: UInt32 = 0
        if let container {
            // A key and its value share the ordinal of the member; only the key increments the count.
            ordinal = nodes[container].count
            let isMemberValue = nodes[container].kind == .object && !flags.contains(.isKey)
            if isMemberValue { ordinal -= 1 } else { nodes[container].count += 1 }
        }
        nodes.append(
            JSONNode(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: cursor),
                parent: UInt32(truncatingIfNeeded: container ?? index), ordinal: ordinal,
                next: UInt32(truncatingIfNeeded: index + 1), count: 0, kind: kind, flags: flags))
    }

    private mutating func begin(_ kind: JSONValue.Kind) throws(Failure) {
        guard depth < Self.maxDepth else {
            throw Failure(
                kind: .tooDeep, offset: cursor, expected: "at most \(Self.maxDepth) nested arrays and objects")
        }
        append(kind, from: cursor, flags: [])
        container = nodes.count - 1
        depth += 1
        cursor += 1
    }

    private mutating func close() {
        guard let closed = container else { return }
        cursor += 1
        nodes[closed].end = UInt32(truncatingIfNeeded: cursor)
        nodes[closed].next = UInt32(truncatingIfNeeded: nodes.count)
        let parent = Int(nodes[closed].parent)
        container = parent == closed ? nil : parent
        depth -= 1
    }

    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Returns the scalar at `offset` and its length in bytes, from 1 to 4; `nil` if the bytes are not well formed.
    ///
    /// Overlong forms, surrogates and values over U+10FFFF are not well formed (Unicode, table 3-7).
    func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        var bytes = self[offset...].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}
