/// One character in UTF-8.
enum UTF8Sequence {
    /// Returns the length of the well-formed sequence of two to four bytes at `offset`; `nil` if it is not well formed.
    ///
    /// Overlong forms, surrogates and values over U+10FFFF are not well formed (Unicode, table 3-7).
    static func length(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        let first = text[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: length = 3
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard text.count - offset >= length, second.contains(text[offset + 1]) else { return nil }
        for index in offset + 2..<max(offset + length, offset + 2) where text[index] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// Returns the scalar of the well-formed sequence of one to four bytes at `offset`, and its length.
    static func scalar(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        let first = text[offset]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        guard let length = length(at: offset, in: text) else { return nil }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for index in offset + 1..<offset + length { value = value << 6 | UInt32(text[index] & 0x3F) }
        return Unicode.Scalar(value).map { ($0, length) }
    }
}
