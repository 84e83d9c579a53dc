import Basics

/// Why a pattern can match no URL, as far as that can be seen in its text, as the rest of a sentence that begins with the
/// pattern.
///
/// Rules: patterns.path-only, encoding.as-written, encoding.decoded
enum ImpossiblePattern {
    /// The reason for a pattern of a path, without its `NOT`; `nil` when none is to be seen.
    /// - Parameters:
    ///   - text: the pattern.
    ///   - isWritten: whether it is compared with the URL as it is written.
    /// - Returns: The reason.
    static func inPath(_ text: String, isWritten: Bool) -> String? {
        if RepairedPath.withoutScheme(text) != nil {
            return "is a whole URL, but is compared with the path of a URL only"
        }
        if isWritten, text.unicodeScalars.contains("#") {
            return "contains ‘#’; the fragment of a URL is not part of its path"
        }
        if RepairedPath.split(text) != nil {
            return
                "contains a query; in a path ‘?’ matches one character, and the query of a URL is not part of its path"
        }
        return inAnyPart(text, isWritten: isWritten, part: "path") ?? (isWritten ? unwritten(text) : nil)
    }

    /// The reason for a pattern of a whole query.
    static func inQuery(_ text: String, isWritten: Bool) -> String? {
        if isWritten, text.unicodeScalars.contains("#") { return "contains ‘#’, where the query of a URL ends" }
        return inAnyPart(text, isWritten: isWritten, part: "query")
    }

    /// The reason for a pattern of a query item's value.
    static func inItem(_ text: String, isWritten: Bool) -> String? {
        if isWritten, text.unicodeScalars.contains("#") { return "contains ‘#’, where the query of a URL ends" }
        if isWritten, text.unicodeScalars.contains("&") { return "contains ‘&’, which separates the items of a query" }
        return inAnyPart(text, isWritten: isWritten, part: "query")
    }

    /// The reason for a pattern of a fragment.
    static func inFragment(_ text: String, isWritten: Bool) -> String? {
        inAnyPart(text, isWritten: isWritten, part: "fragment")
    }

    private static func inAnyPart(_ text: String, isWritten: Bool, part: String) -> String? {
        if isWritten {
            guard
                let culprit = text.unicodeScalars.first(where: { !$0.isASCII || $0.value <= 0x20 || $0.value == 0x7F })
            else { return nil }
            let what =
                culprit == " "
                ? "a space" : culprit.isInvisible ? "the invisible character \(culprit.codePoint)" : "‘\(culprit)’"
            return "contains \(what), which is percent-encoded in the \(part) of a URL"
        }
        guard hasEscape(text) else { return nil }
        return
            "contains percent-encoded characters, but with \"percentEncoded\": false it is compared with the decoded URL"
    }

    /// Characters that are percent-encoded in every path (RFC 3986; WHATWG URL Standard, path percent-encode set).
    private static func unwritten(_ text: String) -> String? {
        guard let culprit = text.unicodeScalars.first(where: { "\"<>`{}\\".unicodeScalars.contains($0) }) else {
            return nil
        }
        let isTemplate = culprit == "{" || culprit == "}" || culprit == "<" || culprit == ">"
        return "contains ‘\(culprit)’, which is percent-encoded in the path of a URL"
            + (isTemplate ? "; the only wildcards are ‘*’ and ‘?’" : "")
    }

    private static func hasEscape(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count
                && JSONStringContent.hexDigit(bytes[index + 1]) != nil
                && JSONStringContent.hexDigit(bytes[index + 2]) != nil
        }
    }
}
