/// Text as written in a URL (RFC 3986, section 2).
enum WrittenText {
    /// Returns `text` with all UTF-8 bytes encoded as `%XX`, except for unreserved characters and slashes.
    static func encoding(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
