// Values without elements and members: words, numbers, strings.
extension JSONParser {
    // MARK: - Words and numbers

    mutating func readLiteral(
        _ word: StaticString, kind: JSONValue.Kind, flags: JSONNode.Flags, in state: State
    ) throws(Failure) {
        let start = cursor
        let end = cursor + word.utf8CodeUnitCount
        guard begins(with: word, at: cursor) else { throw failure(in: state) }
        if end < text.count, text[end].isWordOrNumber, text[end] != UInt8(ascii: ".") { throw failure(in: state) }
        cursor = end
        append(kind, from: start, flags: flags)
    }

    mutating func readNumber() throws(Failure) {
        let start = cursor
        if text[cursor] == UInt8(ascii: "-") { cursor += 1 }
        if cursor < text.count, text[cursor] == UInt8(ascii: "0") {
            cursor += 1
            if cursor < text.count, text[cursor].isDigit {
                throw Failure(kind: .invalidNumber, offset: start, expected: "a number without leading zeros")
            }
        } else {
            try readDigits(ofNumberFrom: start, expected: "a digit")
        }
        if cursor < text.count, text[cursor] == UInt8(ascii: ".") {
            cursor += 1
            try readDigits(ofNumberFrom: start, expected: "a digit after the decimal point")
        }
        if cursor < text.count, text[cursor] | 0x20 == UInt8(ascii: "e") {
            cursor += 1
            if cursor < text.count, "+-".utf8.contains(text[cursor]) { cursor += 1 }
            try readDigits(ofNumberFrom: start, expected: "a digit in the exponent")
        }
        if cursor < text.count, text[cursor].isWordOrNumber {
            throw Failure(kind: .invalidNumber, offset: cursor, expected: "the end of the number")
        }
        append(.number, from: start, flags: [])
    }

    private mutating func readDigits(ofNumberFrom start: Int, expected: String) throws(Failure) {
        guard cursor < text.count, text[cursor].isDigit else {
            if cursor == start + 1, cursor < text.count, text[cursor] == UInt8(ascii: "I") {
                // The value is `-Infinity`.
                throw Failure(kind: .notANumber, offset: start, expected: expected)
            }
            throw Failure(kind: .invalidNumber, offset: cursor, expected: expected)
        }
        while cursor < text.count, text[cursor].isDigit { cursor += 1 }
    }

    // MARK: - Strings

    mutating func readString(flags: JSONNode.Flags) throws(Failure) {
        let start = cursor
        var flags = flags
        cursor += 1
        while true {
            guard cursor < text.count else {
                throw unterminatedString(from: start, expected: "the closing ‘\"’")
            }
            let byte = text[cursor]
            if byte == UInt8(ascii: "\"") {
                cursor += 1
                append(.string, from: start, flags: flags)
                return
            } else if byte == UInt8(ascii: "\\") {
                flags.insert(.escapes)
                if try readEscape(inStringFrom: start) { flags.insert(.loneSurrogates) }
            } else if byte < 0x20 {
                guard byte == 0x0A || byte == 0x0D else {
                    throw Failure(
                        kind: .controlCharacter, offset: cursor, expected: "an escape such as \\t or \\u0000")
                }
                throw unterminatedString(from: start, expected: "the closing ‘\"’ on the same line")
            } else if byte < 0x80 {
                cursor += 1
            } else {
                guard let (_, length) = UTF8Sequence.scalar(at: cursor, in: text) else {
                    throw Failure(kind: .invalidUTF8, offset: cursor, expected: "UTF-8")
                }
                cursor += length
            }
        }
    }

    /// Reads an escape and returns whether it is half of a surrogate pair.
    private mutating func readEscape(inStringFrom start: Int) throws(Failure) -> Bool {
        guard cursor + 1 < text.count else {
            throw Failure(kind: .unterminatedString, offset: cursor + 1, expected: "the closing ‘\"’", opened: start)
        }
        switch text[cursor + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            cursor += 2
            return false
        case UInt8(ascii: "u"):
            guard let unit = hexUnit(at: cursor + 2) else {
                throw Failure(kind: .invalidEscape, offset: cursor, expected: "four hexadecimal digits after \\u")
            }
            cursor += 6
            guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else { return false }
            guard UTF16.isLeadSurrogate(unit), cursor + 1 < text.count, text[cursor] == UInt8(ascii: "\\"),
                text[cursor + 1] == UInt8(ascii: "u"), let second = hexUnit(at: cursor + 2),
                UTF16.isTrailSurrogate(second)
            else { return true }
            cursor += 6
            return false
        default:
            let expected = "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
            throw Failure(kind: .invalidEscape, offset: cursor, expected: expected)
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
}
