/// A buffer of bytes with reserved space: appending a few bytes to an array costs about fifty instructions, and a
/// report consists of a thousand such pieces.
struct JSONBuffer: Sendable {
    private var storage: [UInt8] = []
    private(set) var count = 0

    mutating func takeAll() -> [UInt8] {
        defer { count = 0 }
        return Array(storage[..<count])
    }

    private mutating func reserve(_ more: Int) {
        let missing = count + more - storage.count
        guard missing > 0 else { return }
        storage.append(contentsOf: repeatElement(0, count: max(missing, storage.count, 8_192)))
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        let start = count
        let length = bytes.count
        reserve(length)
        storage.withUnsafeMutableBufferPointer { _ = $0[start...].update(fromContentsOf: bytes) }
        count += length
    }

    /// Appends `text`, which is valid UTF-8, as a JSON string, with an optional preceding comma and following colon.
    mutating func append(quoted text: UnsafeBufferPointer<UInt8>, comma: Bool = false, colon: Bool = false) {
        // The space is sufficient if every byte is escaped by a backslash; longer escapes reserve their own space.
        reserve(2 * text.count + 4)
        var end = count
        let copiedCount = storage.withUnsafeMutableBufferPointer { space in
            if comma { Self.put(UInt8(ascii: ","), space, &end) }
            Self.put(UInt8(ascii: "\""), space, &end)
            let copiedCount = Self.copy(text, from: 0, to: space, &end)
            if copiedCount == text.count {
                Self.put(UInt8(ascii: "\""), space, &end)
                if colon { Self.put(UInt8(ascii: ":"), space, &end) }
            }
            return copiedCount
        }
        count = end
        if copiedCount < text.count {
            append(remainderOf: text, from: copiedCount)
            append(UInt8(ascii: "\""))
            if colon { append(UInt8(ascii: ":")) }
        }
    }

    private mutating func append(remainderOf text: UnsafeBufferPointer<UInt8>, from start: Int) {
        var index = start
        while index < text.count {
            if let escape = JSONEscape(text, at: index) {
                append(escape.text.utf8)
                index += escape.length
            } else {
                append(text[index])
                index += 1
            }
            reserve(2 * (text.count - index))
            var end = count
            index = storage.withUnsafeMutableBufferPointer { Self.copy(text, from: index, to: $0, &end) }
            count = end
        }
    }

    private static func put(_ byte: UInt8, _ space: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
        space[end] = byte
        end += 1
    }

    /// Copies `text` from `start` up to the first character that is neither printable ASCII nor has a short escape, and
    /// returns its index, or the end.
    ///
    /// There must be space for two bytes for each byte of the text.
    private static func copy(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, to space: UnsafeMutableBufferPointer<UInt8>,
        _ end: inout Int
    ) -> Int {
        let source = UnsafeRawBufferPointer(text)
        let target = UnsafeMutableRawBufferPointer(space)
        var index = start
        while index < text.count {
            if index + 8 <= text.count {
                let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if isPlain(word) {
                    target.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
                    index += 8
                    end += 8
                    continue
                }
            }
            if index + 8 > text.count, copyEndIfPlain(of: source, from: index, to: target, at: end) {
                end += text.count - index
                return text.count
            }
            // At least one of the next eight bytes needs special treatment.
            for _ in 0..<min(8, text.count - index) {
                let byte = text[index]
                if isPlain(byte) {
                    put(byte, space, &end)
                } else if let letter = JSONEscape.letter(byte) {
                    put(UInt8(ascii: "\\"), space, &end)
                    put(letter, space, &end)
                } else {
                    return index
                }
                index += 1
            }
        }
        return index
    }

    /// Copies the last bytes of `source`, at most seven, if none of them needs an escape; returns whether it did.
    private static func copyEndIfPlain(
        of source: UnsafeRawBufferPointer, from start: Int, to target: UnsafeMutableRawBufferPointer,
        at end: Int
    ) -> Bool {
        let length = source.count - start
        if length >= 4 {
            // The bytes are read as two overlapping halves.
            let first = source.loadUnaligned(fromByteOffset: start, as: UInt32.self)
            let last = source.loadUnaligned(fromByteOffset: source.count - 4, as: UInt32.self)
            guard isPlain(UInt64(first) << 32 | UInt64(last)) else { return false }
            target.storeBytes(of: first, toByteOffset: end, as: UInt32.self)
            target.storeBytes(of: last, toByteOffset: end + length - 4, as: UInt32.self)
            return true
        }
        for index in 0..<length {
            let byte = source[start + index]
            guard isPlain(byte) else { return false }
            target[end + index] = byte
        }
        return true
    }

    /// Whether all eight bytes are ASCII characters that need no escape.
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let topBits: UInt64 = 0x8080_8080_8080_8080
        // XOR turns a quote, backslash or delete into zero. Subtracting 1 sets the top bit of a zero byte, subtracting
        // 0x20 that of a byte below 0x20. A borrow may set that of the next byte; the caller then checks each byte.
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let delete = word ^ (ones &* 0x7F)
        let special = word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones) | (delete &- ones)
        return special & topBits == 0
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}

/// The escape sequence for a scalar that must not appear unescaped in a JSON string, or that could control a terminal.
struct JSONEscape {
    let text: String
    /// The number of bytes of the scalar.
    let length: Int

    /// Creates the escape for the scalar at `index` of a text that is valid UTF-8; `nil` if the scalar needs no escape.
    init?(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
        switch utf8[index] {
        case 0x00...0x1F, 0x22, 0x5C, 0x7F:
            text = Self.letter(utf8[index]).map { "\\\(Unicode.Scalar($0))" } ?? Self.unicode(UInt32(utf8[index]))
            length = 1
        case 0xC2 where utf8[index + 1] < 0xA0:  // U+0080 to U+009F, the C1 controls
            text = Self.unicode(UInt32(utf8[index + 1]))
            length = 2
        case 0xE2:
            // In valid UTF-8 a lead byte is followed by its continuation bytes.
            let scalar = 0x2000 | UInt32(utf8[index + 1] & 0x3F) << 6 | UInt32(utf8[index + 2] & 0x3F)
            switch scalar {
            case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: text = Self.unicode(scalar)
            default: return nil
            }
            length = 3
        default: return nil
        }
    }

    /// Returns the character after the backslash for a byte with a two-character escape (RFC 8259, section 7).
    static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case 0x0A: UInt8(ascii: "n")
        case 0x0D: UInt8(ascii: "r")
        case 0x09: UInt8(ascii: "t")
        default: nil
        }
    }

    private static func unicode(_ scalar: UInt32) -> String {
        let digits = String(scalar, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
