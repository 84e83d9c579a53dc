/// Percent-encoding as URLs are compared with patterns (RFC 3986, section 2.1).
enum PercentDecoding {
    /// The text with every character encoded that cannot stand in a URL; `changed` becomes true when there was one.
    static func completed(_ text: some Collection<Unicode.Scalar>, changed: inout Bool) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text {
            if isAllowed(scalar) {
                result.append(scalar)
            } else {
                changed = true
                for byte in String(Character(scalar)).utf8 {
                    result.append("%")
                    result.append(digit(byte >> 4))
                    result.append(digit(byte & 0xF))
                }
            }
        }
        return String(result)
    }

    /// The text with every `%XX` replaced by its byte; `nil` when the bytes are not UTF-8 then.
    ///
    /// A `%` without two hexadecimal digits stays as it is.
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

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII, scalar.value > 0x20, scalar.value != 0x7F else { return false }
        switch scalar {
        case "\"", "<", ">", "\\", "^", "`", "{", "|", "}": return false
        default: return true
        }
    }

    private static func digit(_ value: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
    }
}
