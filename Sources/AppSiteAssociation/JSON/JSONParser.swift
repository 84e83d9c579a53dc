/// The strict reader of RFC 8259: one pass, no recursion, a flat table as result.
///
/// The grammar is a small state machine; the open arrays and objects are linked through their `parent` fields, so that
/// depth costs no stack.
struct JSONParser {
    private let text: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    private var at: Int
    private var nodes: [JSONNode] = []
    private var lineStarts: [UInt32] = [0]
    private var isASCII = true
    /// The innermost open array or object.
    private var open: Int?
    private var depth = 0

    /// Why reading stopped: enough to describe it once it is certain that somebody will read the description.
    struct Failure: Error {
        var kind: JSONReadError.Kind
        var offset: Int
        /// What would have been right, as a noun phrase.
        var expected: String
        /// Where the thing began that is wrong, for strings and brackets that are not closed.
        var opened: Int?
    }

    private enum State {
        case value
        case firstElementOrEnd
        case firstKeyOrEnd
        case key
        case afterValue
    }

    /// Reads the UTF-8 text that begins at `start`.
    static func parse(
        _ bytes: [UInt8], encoding: JSONEncoding, start: Int, depthLimit: Int
    ) throws(JSONReadError) -> JSONStorage {
        var failure: Failure?
        var lineStarts: [UInt32] = [0]
        let storage: JSONStorage? = bytes.withUnsafeBufferPointer { text -> JSONStorage? in
            guard text.count <= Int(Int32.max) else {
                failure = Failure(kind: .tooLarge, offset: 0, expected: "at most 2 GiB")
                return nil
            }
            var parser = JSONParser(text: text, start: start, depthLimit: depthLimit)
            do throws(Failure) {
                try parser.run()
            } catch {
                failure = JSONSuspects(text: text).otherFormat(from: start) ?? error
                lineStarts = parser.lineStarts
                return nil
            }
            let lines = LineTable(lineStarts: parser.lineStarts, text: text, isASCII: parser.isASCII)
            return JSONStorage(bytes: bytes, nodes: parser.nodes, lines: lines, encoding: encoding)
        }
        if let storage { return storage }
        let reason = failure ?? Failure(kind: .unexpectedCharacter, offset: 0, expected: "JSON")
        throw JSONReadError(reason, bytes: bytes, lineStarts: lineStarts, depthLimit: depthLimit)
    }

    private init(text: UnsafeBufferPointer<UInt8>, start: Int, depthLimit: Int) {
        self.text = text
        self.depthLimit = depthLimit
        at = start
        // Real files have a value for every dozen bytes or more; the table grows when one has not.
        nodes.reserveCapacity(text.count / 12 + 16)
    }

    private mutating func run() throws(Failure) {
        var state = State.value
        while true {
            skipWhiteSpace()
            guard at < text.count else {
                if case .afterValue = state, open == nil { return }
                throw Failure(
                    kind: nodes.isEmpty ? .empty : .unexpectedEnd, offset: at, expected: expected(in: state),
                    opened: open.map { Int(nodes[$0].start) })
            }
            let byte = text[at]
            switch state {
            case .value:
                state = try value(byte, state)
            case .firstElementOrEnd:
                if byte == UInt8(ascii: "]") {
                    close()
                    state = .afterValue
                } else {
                    state = try value(byte, state)
                }
            case .firstKeyOrEnd, .key:
                if byte == UInt8(ascii: "\"") {
                    try key()
                    state = .value
                } else if case .firstKeyOrEnd = state, byte == UInt8(ascii: "}") {
                    close()
                    state = .afterValue
                } else {
                    throw failure(in: state)
                }
            case .afterValue:
                guard let open else { throw failure(in: state) }
                let isArray = nodes[open].kind == .array
                if byte == UInt8(ascii: ",") {
                    at += 1
                    state = isArray ? .value : .key
                } else if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
                    close()
                } else {
                    throw failure(in: state)
                }
            }
        }
    }

    // MARK: - Values

    private mutating func value(_ byte: UInt8, _ state: State) throws(Failure) -> State {
        switch byte {
        case UInt8(ascii: "\""):
            try string(flags: [])
        case UInt8(ascii: "{"):
            try begin(.object)
            return .firstKeyOrEnd
        case UInt8(ascii: "["):
            try begin(.array)
            return .firstElementOrEnd
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try number()
        case UInt8(ascii: "t"): try literal("true", kind: .boolean, flags: .isTrue, state)
        case UInt8(ascii: "f"): try literal("false", kind: .boolean, flags: [], state)
        case UInt8(ascii: "n"): try literal("null", kind: .null, flags: [], state)
        default: throw failure(in: state)
        }
        return .afterValue
    }

    private mutating func append(_ kind: JSONValue.Kind, from start: Int, flags: JSONNode.Flags) {
        let index = nodes.count
        var ordinal: UInt32 = 0
        if let open {
            // A key and its value share the ordinal of the member, which the key counts.
            ordinal = nodes[open].count
            if nodes[open].kind == .object, !flags.contains(.isKey) {
                ordinal -= 1
            } else {
                nodes[open].count += 1
            }
        }
        nodes.append(
            JSONNode(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: at),
                parent: UInt32(truncatingIfNeeded: open ?? index), ordinal: ordinal,
                next: UInt32(truncatingIfNeeded: index + 1), count: 0, kind: kind, flags: flags))
    }

    private mutating func begin(_ kind: JSONValue.Kind) throws(Failure) {
        guard depth < depthLimit else {
            throw Failure(kind: .tooDeep, offset: at, expected: "at most \(depthLimit) nested arrays and objects")
        }
        append(kind, from: at, flags: [])
        open = nodes.count - 1
        depth += 1
        at += 1
    }

    private mutating func close() {
        guard let closed = open else { return }
        at += 1
        nodes[closed].end = UInt32(truncatingIfNeeded: at)
        nodes[closed].next = UInt32(truncatingIfNeeded: nodes.count)
        let parent = Int(nodes[closed].parent)
        open = parent == closed ? nil : parent
        depth -= 1
    }

    private mutating func key() throws(Failure) {
        try string(flags: .isKey)
        skipWhiteSpace()
        guard at < text.count else {
            throw Failure(
                kind: .unexpectedEnd, offset: at, expected: "‘:’ after the key",
                opened: open.map { Int(nodes[$0].start) })
        }
        guard text[at] == UInt8(ascii: ":") else {
            throw Failure(kind: suspect(at) ?? .missingColon, offset: at, expected: "‘:’ after the key")
        }
        at += 1
    }

    private mutating func literal(
        _ word: StaticString, kind: JSONValue.Kind, flags: JSONNode.Flags, _ state: State
    ) throws(Failure) {
        let start = at
        let length = word.utf8CodeUnitCount
        guard text.count - at >= length else { throw failure(in: state) }
        for offset in 0..<length where text[at + offset] != word.utf8Start[offset] { throw failure(in: state) }
        if at + length < text.count, Self.isWordByte(text[at + length]) { throw failure(in: state) }
        at += length
        append(kind, from: start, flags: flags)
    }

    private mutating func number() throws(Failure) {
        let start = at
        if text[at] == UInt8(ascii: "-") { at += 1 }
        if at < text.count, text[at] == UInt8(ascii: "0") {
            at += 1
            if at < text.count, Self.isDigit(text[at]) {
                throw Failure(kind: .invalidNumber, offset: start, expected: "a number without leading zeros")
            }
        } else {
            try digits(of: start, "a digit")
        }
        if at < text.count, text[at] == UInt8(ascii: ".") {
            at += 1
            try digits(of: start, "a digit after the decimal point")
        }
        if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if at < text.count, text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") { at += 1 }
            try digits(of: start, "a digit in the exponent")
        }
        if at < text.count, Self.isWordByte(text[at]) || text[at] == UInt8(ascii: ".") {
            throw Failure(kind: .invalidNumber, offset: at, expected: "the end of the number")
        }
        append(.number, from: start, flags: [])
    }

    private mutating func digits(of start: Int, _ expected: String) throws(Failure) {
        guard at < text.count, Self.isDigit(text[at]) else {
            let isNamed = at == start + 1 && at < text.count && text[at] == UInt8(ascii: "I")
            throw Failure(
                kind: isNamed ? .notANumber : .invalidNumber, offset: isNamed ? start : at, expected: expected)
        }
        while at < text.count, Self.isDigit(text[at]) { at += 1 }
    }

    // MARK: - Strings

    private mutating func string(flags: JSONNode.Flags) throws(Failure) {
        let start = at
        var flags = flags
        at += 1
        while true {
            guard at < text.count else {
                throw Failure(kind: .unterminatedString, offset: at, expected: "the closing ‘\"’", opened: start)
            }
            let byte = text[at]
            if byte == UInt8(ascii: "\"") {
                at += 1
                append(.string, from: start, flags: flags)
                return
            } else if byte == UInt8(ascii: "\\") {
                flags.insert(.escapes)
                if try escape(in: start) { flags.insert(.loneSurrogates) }
            } else if byte < 0x20 {
                let isLineEnd = byte == 0x0A || byte == 0x0D
                throw Failure(
                    kind: isLineEnd ? .unterminatedString : .controlCharacter, offset: at,
                    expected: isLineEnd ? "the closing ‘\"’ on the same line" : "an escape such as \\t or \\u0000",
                    opened: isLineEnd ? start : nil)
            } else if byte < 0x80 {
                at += 1
            } else {
                isASCII = false
                guard let length = UTF8Sequence.length(at: at, in: text) else {
                    throw Failure(kind: .invalidUTF8, offset: at, expected: "UTF-8")
                }
                at += length
            }
        }
    }

    /// Reads an escape and tells whether it is half of a surrogate pair.
    private mutating func escape(in start: Int) throws(Failure) -> Bool {
        let expected = "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
        guard at + 1 < text.count else {
            throw Failure(kind: .unterminatedString, offset: at + 1, expected: "the closing ‘\"’", opened: start)
        }
        switch text[at + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            at += 2
            return false
        case UInt8(ascii: "u"):
            guard let unit = hexUnit(at: at + 2) else {
                throw Failure(kind: .invalidEscape, offset: at, expected: "four hexadecimal digits after \\u")
            }
            at += 6
            guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else { return false }
            guard UTF16.isLeadSurrogate(unit), at + 1 < text.count, text[at] == UInt8(ascii: "\\"),
                text[at + 1] == UInt8(ascii: "u"), let second = hexUnit(at: at + 2), UTF16.isTrailSurrogate(second)
            else { return true }
            at += 6
            return false
        default:
            throw Failure(kind: .invalidEscape, offset: at, expected: expected)
        }
    }

    private func hexUnit(at start: Int) -> UInt16? {
        guard text.count - start >= 4 else { return nil }
        var unit: UInt16 = 0
        for offset in start..<start + 4 {
            guard let digit = JSONStringContent.hexDigit(text[offset]) else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    // MARK: - Between the values

    private mutating func skipWhiteSpace() {
        while at < text.count {
            switch text[at] {
            case 0x20, 0x09: at += 1
            case 0x0A:
                at += 1
                lineStarts.append(UInt32(truncatingIfNeeded: at))
            case 0x0D:
                at += 1
                if at < text.count, text[at] == 0x0A { at += 1 }
                lineStarts.append(UInt32(truncatingIfNeeded: at))
            default: return
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Whether a byte would prolong the word or number before it.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    // MARK: - What is wrong

    private func expected(in state: State) -> String {
        switch state {
        case .value: open.map { nodes[$0].kind == .object } == true ? "a value after ‘:’" : "a value"
        case .firstElementOrEnd: "a value or ‘]’"
        case .firstKeyOrEnd: "a key in straight double quotes, or ‘}’"
        case .key: "a key in straight double quotes"
        case .afterValue:
            switch open.map({ nodes[$0].kind }) {
            case .array?: "‘,’ or ‘]’"
            case .object?: "‘,’ or ‘}’"
            default: "the end of the file"
            }
        }
    }

    private func failure(in state: State) -> Failure {
        let suspects = JSONSuspects(text: text)
        let kind: JSONReadError.Kind
        switch state {
        case .afterValue where open == nil:
            kind =
                suspects.encodingFault(at: at) ?? suspects.commentOrInvisible(at: at) ?? suspects.afterDocument(at: at)
        case .afterValue:
            kind = suspects.encodingFault(at: at) ?? suspects.afterValue(at: at)
        case .firstElementOrEnd, .value:
            let closes = text[at] == UInt8(ascii: "]") || text[at] == UInt8(ascii: "}")
            if closes, previousIsComma {
                return Failure(kind: .trailingComma, offset: commaOffset, expected: expected(in: state))
            }
            let isWrongBracket = closes && open.map { nodes[$0].kind == .array } == (text[at] == UInt8(ascii: "}"))
            kind =
                isWrongBracket ? .mismatchedBracket : suspects.encodingFault(at: at) ?? suspects.insteadOfValue(at: at)
        case .firstKeyOrEnd, .key:
            if text[at] == UInt8(ascii: "}"), previousIsComma {
                return Failure(kind: .trailingComma, offset: commaOffset, expected: expected(in: state))
            }
            kind = suspects.encodingFault(at: at) ?? suspects.insteadOfKey(at: at)
        }
        return Failure(
            kind: kind, offset: at, expected: expected(in: state),
            opened: kind == .mismatchedBracket ? open.map { Int(nodes[$0].start) } : nil)
    }

    private func suspect(_ offset: Int) -> JSONReadError.Kind? {
        let suspects = JSONSuspects(text: text)
        return suspects.encodingFault(at: offset) ?? suspects.commentOrInvisible(at: offset)
    }

    private var commaOffset: Int {
        var index = at - 1
        while index >= 0, text[index] == 0x20 || text[index] == 0x09 || text[index] == 0x0A || text[index] == 0x0D {
            index -= 1
        }
        return max(index, 0)
    }

    private var previousIsComma: Bool { text[commaOffset] == UInt8(ascii: ",") }
}
