import Basics

/// Percent-encoding (RFC 3986, section 2.1). Documented as encoding.as-written, encoding.decoded
enum PercentEncoding {
    /// Encodes the bytes that are not allowed in a URL.
    static func encodedWhereRequired(_ text: Substring.UTF8View) -> String {
        encoded(text) { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
    }

    /// Encodes all UTF-8 bytes as `%XX`, except for unreserved characters and slashes.
    static func encoded(_ text: String) -> String {
        encoded(text.utf8) { $0.isHostByte || "/~".utf8.contains($0) }
    }

    private static func encoded(_ text: some Collection<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
        guard !text.allSatisfy(isKept) else { return String(decoding: text, as: UTF8.self) }
        return text.map { isKept($0) ? String(Unicode.Scalar($0)) : $0.percentEncoded }.joined()
    }

    /// Returns the text with every `%XX` replaced by its byte; `nil` if the result is not UTF-8.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
                let high = JSONStringContent.hexDigit(source[index + 1]),
                let low = JSONStringContent.hexDigit(source[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
