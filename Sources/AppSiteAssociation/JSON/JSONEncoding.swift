/// The encoding of a document, determined from its bytes alone.
///
/// The standard requires UTF-8 without a byte order mark (RFC 8259, section 8.1); the other cases are reported.
/// Documented as json.utf-8, json.byte-order-mark
package enum JSONEncoding: String, Hashable, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    /// UTF-8 that begins with EF BB BF, which RFC 8259 allows parsers to accept, but forbids generators to add.
    case utf8WithByteOrderMark = "UTF-8 with a byte order mark"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    case utf32LittleEndian = "UTF-32LE"
    case utf32BigEndian = "UTF-32BE"
    /// Bytes that are not UTF-8, usually ISO 8859-1 or Windows-1252.
    case notUnicode = "ISO 8859-1 or another 8-bit encoding"

    package var isUTF8: Bool { self == .utf8 || self == .utf8WithByteOrderMark }

    /// Returns the encoding, and the length of the byte order mark in bytes.
    ///
    /// The encoding is never ``notUnicode``, because the parser detects bytes that are not UTF-8.
    static func detect(in bytes: borrowing [UInt8]) -> (encoding: JSONEncoding, markLength: Int) {
        let count = bytes.count
        func byte(_ index: Int) -> UInt8? { index < count ? bytes[index] : nil }
        switch (byte(0), byte(1), byte(2), byte(3)) {
        case (0xEF, 0xBB, 0xBF, _): return (.utf8WithByteOrderMark, 3)
        case (0xFF, 0xFE, 0, 0) where count % 4 == 0: return (.utf32LittleEndian, 4)
        case (0, 0, 0xFE, 0xFF): return (.utf32BigEndian, 4)
        case (0xFF, 0xFE, _, _): return (.utf16LittleEndian, 2)
        case (0xFE, 0xFF, _, _): return (.utf16BigEndian, 2)
        // The first character of a JSON text is ASCII, so without a mark, its zero bytes determine width and order.
        case (let first?, 0, 0, 0) where first != 0 && count % 4 == 0: return (.utf32LittleEndian, 0)
        case (0, 0, 0, let fourth?) where fourth != 0 && count % 4 == 0: return (.utf32BigEndian, 0)
        case (let first?, 0, _, _) where first != 0 && count % 2 == 0: return (.utf16LittleEndian, 0)
        case (0, let second?, _, _) where second != 0 && count % 2 == 0: return (.utf16BigEndian, 0)
        default: return (.utf8, 0)
        }
    }

    /// Returns a text in UTF-16 or UTF-32, without its byte order mark, as UTF-8; malformed sequences become U+FFFD.
    func transcodingToUTF8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let isUTF32 = self == .utf32LittleEndian || self == .utf32BigEndian
        let isLittleEndian = self == .utf32LittleEndian || self == .utf16LittleEndian
        let width = isUTF32 ? 4 : 2
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: width).map { start -> UInt32 in
            guard start + width <= bytes.endIndex else { return 0xFFFD }
            let unit = Array(bytes[start..<start + width])
            return (isLittleEndian ? unit.reversed() : unit).reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard isUTF32 else { return Array(String(decoding: units.map { UInt16($0) }, as: UTF16.self).utf8) }
        return Array(String(decoding: units, as: UTF32.self).utf8)
    }
}
