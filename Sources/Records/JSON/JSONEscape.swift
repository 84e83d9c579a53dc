/// The escape sequence for a scalar that must not appear unescaped in a JSON string, or that could control a terminal.
struct JSONEscape {
    let text: String
    /// The number of bytes of the replaced text.
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
