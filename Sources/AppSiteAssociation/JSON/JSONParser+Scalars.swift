import Basics

// Values without elements and members: words, numbers, strings.
extension JSONParser {
    mutating func readLiteral(_ word: StaticString, kind: JSONValue.Kind, in state: State) throws(Failure) {
        let start = cursor
        let end = cursor + word.utf8CodeUnitCount
        // A dot is not part of a word: “true.” is a value and an unexpected character.
        guard begins(with: word, at: cursor),
            end == text.count || !text[end].isWordOrNumberByte || text[end] == UInt8(ascii: ".")
        else { throw failure(in: state) }
        cursor = end
        append(kind, from: start, flags: [])
    }

    mutating func readNumber() throws(Failure) {
        let start = cursor
        if text[cursor] == UInt8(ascii: "-") { cursor += 1 }
        if cursor < text.count, text[cursor] == UInt8(ascii: "0") {
            cursor += 1
            if cursor < text.count, text[cursor].isASCIIDigit {
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
        if cursor < text.count, text[cursor].isWordOrNumberByte {
            throw Failure(kind: .invalidNumber, offset: cursor, expected: "the end of the number")
        }
        append(.number, from: start, flags: [])
    }

    private mutating func readDigits(ofNumberFrom start: Int, expected: String) throws(Failure) {
        if cursor == start + 1, begins(with: "I", at: cursor) {
            // The value is `-Infinity`.
            throw Failure(kind: .notANumber, offset: start, expected: expected)
        }
        guard cursor < text.count, text[cursor].isASCIIDigit else {
            throw Failure(kind: .invalidNumber, offset: cursor, expected: expected)
        }
        while cursor < text.count, text[cursor].isASCIIDigit { cursor += 1 }
    }

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
                try readEscape(inStringFrom: start)
            } else if byte < 0x20 {
                throw byte == 0x0A || byte == 0x0D
                    ? unterminatedString(from: start, expected: "the closing ‘\"’ on the same line")
                    : Failure(kind: .controlCharacter, offset: cursor, expected: "an escape such as \\t or \\u0000")
            } else if byte < 0x80 {
                cursor += 1
            } else {
                guard let length = text.scalar(at: cursor)?.length else {
                    throw Failure(kind: .invalidUTF8, offset: cursor, expected: "UTF-8")
                }
                cursor += length
            }
        }
    }

    private mutating func readEscape(inStringFrom start: Int) throws(Failure) {
        guard cursor + 1 < text.count else {
            throw Failure(kind: .unterminatedString, offset: cursor + 1, expected: "the closing ‘\"’", openedAt: start)
        }
        if "\"\\/bfnrt".utf8.contains(text[cursor + 1]) {
            cursor += 2
        } else if text[cursor + 1] == UInt8(ascii: "u") {
            let digits = text[(cursor + 2)...].prefix(4)
            guard digits.count == 4, digits.allSatisfy({ JSONStringContent.hexDigit($0) != nil }) else {
                throw Failure(kind: .invalidEscape, offset: cursor, expected: "four hexadecimal digits after \\u")
            }
            cursor += 6
        } else {
            let expected = "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
            throw Failure(kind: .invalidEscape, offset: cursor, expected: expected)
        }
    }
}
