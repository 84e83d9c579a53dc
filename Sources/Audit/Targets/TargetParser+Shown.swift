extension TargetParser {
    /// Returns the input without user information, and truncated if it is longer than any target can be.
    public static func shown(_ input: String) -> String {
        let text = hidingUserInformation(of: input)
        return text.utf8.count > maxInputLength ? String(text.unicodeScalars.prefix(200)) + "…" : text
    }

    /// Replaces everything up to the last “@” by `***` if it contains user information.
    ///
    /// A password can contain an unencoded “/” or “@”, so that it may extend beyond the authority. Only if the
    /// authority contains neither a colon nor an “@” does a later “@” belong to the path, as in
    /// `https://example.com/@someone`.
    private static func hidingUserInformation(of text: String) -> String {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return text }
        let start = text.firstRange(of: "://").flatMap { isScheme(text[..<$0.lowerBound]) ? $0.upperBound : nil }
        let authority = text[(start ?? text.startIndex)...].prefix { !isAuthorityEnd($0) }
        let hasUser = authority.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }
        guard at >= authority.startIndex, hasUser else { return text }
        return "\(text[..<authority.startIndex])***\(text[at...])"
    }

    /// Returns whether `text` contains only characters of a URL's scheme (RFC 3986, section 3.1).
    static func isScheme(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}
