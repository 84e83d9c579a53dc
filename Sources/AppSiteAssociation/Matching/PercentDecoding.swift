import Basics

/// Percent-encoding (RFC 3986, section 2.1). Rules: encoding.as-written, encoding.decoded
enum PercentDecoding {
    /// Encodes all bytes that are not allowed in a URL; sets `changed` to true if there are any.
    static func completed(_ text: Substring.UTF8View, changed: inout Bool) -> String {
        guard !text.allSatisfy(isAllowed) else { return String(Substring(text)) }
        changed = true
        return text.map { isAllowed($0) ? String(Unicode.Scalar($0)) : $0.percentEncoded }.joined()
    }

    /// Encodes all UTF-8 bytes as `%XX`, except for unreserved characters and slashes.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isKept = byte.isHostByte || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "~")
            return isKept ? String(Unicode.Scalar(byte)) : byte.percentEncoded
        }
        .joined()
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

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }
}
