import Basics

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
        let start = text.firstRange(of: "://").flatMap {
            text[..<$0.lowerBound].utf8.allSatisfy(\.isSchemeByte) ? $0.upperBound : nil
        }
        let authority = text[(start ?? text.startIndex)...].prefix { !isAuthorityEnd($0) }
        let hasUser = authority.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }
        guard at >= authority.startIndex, hasUser else { return text }
        return "\(text[..<authority.startIndex])***\(text[at...])"
    }
}
