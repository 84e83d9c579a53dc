extension TargetParser {
    /// The input as reports show it: without user information, and cut where it is longer than any target can be.
    public static func shown(_ input: String) -> String {
        let text = hidingUserInformation(of: input)
        return text.utf8.count > longestInput ? String(text.unicodeScalars.prefix(200)) + "…" : text
    }

    /// Puts `***` in the place of everything up to the last “@”, where user information stands before it.
    ///
    /// A password can have a “/” or an “@” that nobody has encoded, so that its end is not that of the authority; only
    /// where that has neither a colon nor an “@” is a later “@” one of the path, as in `https://example.com/@someone`.
    private static func hidingUserInformation(of text: String) -> String {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return text }
        let start = text.firstRange(of: "://").flatMap { isScheme(text[..<$0.lowerBound]) ? $0.upperBound : nil }
        let authority = text[(start ?? text.startIndex)...].prefix { !isAuthorityEnd($0) }
        let hasUser = authority.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }
        guard at >= authority.startIndex, hasUser else { return text }
        return "\(text[..<authority.startIndex])***\(text[at...])"
    }

    /// Whether `text` has nothing but the characters of a URL's scheme (RFC 3986, section 3.1).
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
