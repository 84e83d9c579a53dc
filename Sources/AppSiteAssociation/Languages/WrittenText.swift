import Basics

/// Text as written in a URL (RFC 3986, section 2).
enum WrittenText {
    /// Returns `text` with all UTF-8 bytes encoded as `%XX`, except for unreserved characters and slashes.
    static func encoding(_ text: String) -> String {
        text.utf8.map { byte in
            let isKept = byte.isHostByte || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "~")
            return isKept ? String(Unicode.Scalar(byte)) : byte.percentEncoded
        }
        .joined()
    }
}
