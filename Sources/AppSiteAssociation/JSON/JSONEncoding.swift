/// The encoding of a document, determined from its bytes alone.
///
/// JSON that is exchanged between systems is UTF-8 without a byte order mark (RFC 8259, section 8.1). All other
/// encodings have a case, so that a check can report them.
///
/// Rules: json.utf-8, json.byte-order-mark
public enum JSONEncoding: String, Hashable, Sendable, CaseIterable {
    /// UTF-8 without a byte order mark, as required by the standard.
    case utf8 = "UTF-8"
    /// UTF-8 that begins with EF BB BF, which RFC 8259 allows parsers to accept, but which should be reported.
    case utf8WithByteOrderMark = "UTF-8 with a byte order mark"
    /// UTF-16, low byte first.
    case utf16LittleEndian = "UTF-16LE"
    /// UTF-16, high byte first.
    case utf16BigEndian = "UTF-16BE"
    /// UTF-32, low byte first.
    case utf32LittleEndian = "UTF-32LE"
    /// UTF-32, high byte first.
    case utf32BigEndian = "UTF-32BE"
    /// Bytes that are not UTF-8, usually ISO 8859-1 or Windows-1252.
    case notUnicode = "ISO 8859-1 or another 8-bit encoding"

    /// Whether the encoding is UTF-8, with or without a byte order mark.
    public var isUTF8: Bool { self == .utf8 || self == .utf8WithByteOrderMark }
}

extension JSONEncoding {
    /// Distinguishes UTF-8, UTF-16 and UTF-32 by the byte order mark, or by the positions of the zero bytes of the
    /// first character.
    ///
    /// The result is never ``notUnicode``: later bytes that are not UTF-8 are detected by the reader. The length of the
    /// byte order mark in bytes is returned as well.
    static func detect(in bytes: borrowing [UInt8]) -> (encoding: JSONEncoding, markLength: Int) {
        let count = bytes.count
        func byte(_ index: Int) -> UInt8? { index < count ? bytes[index] : nil }
        switch (byte(0), byte(1), byte(2), byte(3)) {
        case (0xEF, 0xBB, 0xBF, _): return (.utf8WithByteOrderMark, 3)
        case (0xFF, 0xFE, 0, 0) where count % 4 == 0: return (.utf32LittleEndian, 4)
        case (0, 0, 0xFE, 0xFF): return (.utf32BigEndian, 4)
        case (0xFF, 0xFE, _, _): return (.utf16LittleEndian, 2)
        case (0xFE, 0xFF, _, _): return (.utf16BigEndian, 2)
        default: break
        }
        // The first character of a JSON text is ASCII, so without a mark, its zero bytes determine width and order.
        if count % 4 == 0, let first = byte(0), let second = byte(1), let third = byte(2), let fourth = byte(3) {
            if first != 0, second == 0, third == 0, fourth == 0 { return (.utf32LittleEndian, 0) }
            if first == 0, second == 0, third == 0, fourth != 0 { return (.utf32BigEndian, 0) }
        }
        if count % 2 == 0, let first = byte(0), let second = byte(1) {
            if first != 0, second == 0 { return (.utf16LittleEndian, 0) }
            if first == 0, second != 0 { return (.utf16BigEndian, 0) }
        }
        return (.utf8, 0)
    }

    /// Returns the text of `bytes` in UTF-8, without the first `markLength` bytes; malformed sequences become U+FFFD.
    ///
    /// It is used to find further problems in a document whose encoding is already an error.
    func transcodingToUTF8(_ bytes: borrowing [UInt8], markLength: Int) -> [UInt8] {
        switch self {
        case .utf16LittleEndian, .utf16BigEndian:
            let low = self == .utf16LittleEndian ? 0 : 1
            var units: [UInt16] = []
            units.reserveCapacity(bytes.count / 2)
            var index = markLength
            while index + 1 < bytes.count {
                units.append(UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8)
                index += 2
            }
            if index < bytes.count { units.append(0xFFFD) }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        case .utf32LittleEndian, .utf32BigEndian:
            var units: [UInt32] = []
            units.reserveCapacity(bytes.count / 4)
            var index = markLength
            while index + 3 < bytes.count {
                let parts = (0..<4).map { UInt32(bytes[index + $0]) }
                units.append(
                    self == .utf32LittleEndian
                        ? parts[0] | parts[1] << 8 | parts[2] << 16 | parts[3] << 24
                        : parts[3] | parts[2] << 8 | parts[1] << 16 | parts[0] << 24)
                index += 4
            }
            if index < bytes.count { units.append(0xFFFD) }
            return Array(String(decoding: units, as: UTF32.self).utf8)
        case .utf8, .utf8WithByteOrderMark, .notUnicode:
            return Array(String(decoding: bytes[markLength...], as: UTF8.self).utf8)
        }
    }
}
