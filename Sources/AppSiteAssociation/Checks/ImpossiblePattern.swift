import Basics

/// Explains why a pattern cannot match any URL, based on its text.
///
/// Whether a pattern matches nothing is not decided here, but by its language.
///
/// Rules: patterns.path-only, encoding.as-written
enum ImpossiblePattern {
    /// Returns the reason as a predicate such as “contains ‘#’; …”; `nil` if none is found.
    static func reason(_ text: String, in part: LinkPattern.Part, isPercentEncoded: Bool) -> String? {
        guard isPercentEncoded else { return nil }
        let scalars = text.unicodeScalars
        switch part {
        case .path where scalars.contains("#"): return "contains ‘#’; the fragment of a URL is not part of its path"
        case .query where scalars.contains("#"), .queryItem where scalars.contains("#"):
            return "contains ‘#’, where the query of a URL ends"
        case .queryItem where scalars.contains("&"): return "contains ‘&’, which separates the items of a query"
        case .path, .query, .queryItem, .fragment: return unwritten(text, in: part)
        }
    }

    /// Returns a description of characters that are percent-encoded in every URL (RFC 3986), or in every path (WHATWG
    /// URL Standard).
    private static func unwritten(_ text: String, in part: LinkPattern.Part) -> String? {
        let culprit = text.unicodeScalars.first {
            !$0.isASCII || $0.value <= 0x20 || $0.value == 0x7F
                || (part == .path && "\"<>`{}\\".unicodeScalars.contains($0))
        }
        guard let culprit else { return nil }
        let visible = culprit.isInvisible ? "the invisible character \(culprit.codePoint)" : "‘\(culprit)’"
        let isTemplate = part == .path && "<>{}".unicodeScalars.contains(culprit)
        return
            "contains \(culprit == " " ? "a space" : visible), which is percent-encoded in the \(part == .queryItem ? "query" : "\(part)") of a URL"
            + (isTemplate ? "; the only wildcards are ‘*’ and ‘?’" : "")
    }
}

/// Recognises patterns that contain text that cannot occur in the part of a URL with which they are compared.
///
/// Such patterns can match other links, because `?` and `*` match anything, but not the intended ones.
///
/// Rules: patterns.path-only, encoding.decoded
enum MisplacedText {
    /// Returns a predicate that describes the misplaced text; `nil` if there is none.
    static func reason(_ text: String, in part: LinkPattern.Part, isPercentEncoded: Bool) -> String? {
        if part == .path, RepairedPath.withoutOrigin(text) != nil {
            return "is a whole URL, but is compared with the path of a URL only"
        }
        if part == .path, RepairedPath.splitQuery(text) != nil {
            return "contains a query, but is compared with the path of a URL only, where ‘?’ matches any one character"
        }
        guard !isPercentEncoded, PercentDecoding.decoded(text) != text else { return nil }
        return
            "contains percent-encoded characters, but with \"percentEncoded\": false it is compared with the decoded URL"
    }
}
