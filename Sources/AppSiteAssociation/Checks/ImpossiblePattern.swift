import Basics

/// Tells why a pattern can match no URL, as far as that can be seen in its text.
///
/// Rules: patterns.path-only, encoding.as-written, encoding.decoded
struct ImpossiblePattern {
    /// The reason, as the rest of a sentence that begins with the pattern.
    var reason: String
    /// What to write instead, if that is clear.
    var remedy: String?

    /// The reason for a pattern of a path, or `nil` when none is to be seen.
    /// - Parameters:
    ///   - text: the pattern, without `NOT`.
    ///   - isWritten: whether it is compared with the URL as it is written.
    ///   - isComponent: whether it stands in a component, where query and fragment have keys of their own.
    ///   - excludes: whether the rule is an exclusion.
    /// - Returns: The reason, and what to write instead.
    static func inPath(_ text: String, isWritten: Bool, isComponent: Bool, excludes: Bool) -> ImpossiblePattern? {
        let quoted = { (path: String) in
            isComponent ? "\"/\": " + QuotedText.json(path) : QuotedText.json((excludes ? "NOT " : "") + path)
        }
        if let path = pathOfURL(text) {
            return ImpossiblePattern(
                reason: "is a whole URL, and is compared with the path of a URL only", remedy: "Write \(quoted(path)).")
        }
        let scalars = text.unicodeScalars
        if isWritten, let hash = scalars.firstIndex(of: "#") {
            let path = String(scalars[..<hash])
            let fragment = String(scalars[scalars.index(after: hash)...])
            return ImpossiblePattern(
                reason: "has a ‘#’; the fragment of a URL is not part of its path",
                remedy: isComponent
                    ? "Write \"/\": \(QuotedText.json(path)), \"#\": \(QuotedText.json(fragment))."
                    : "\"paths\" cannot see fragments: use \"components\" with { \"/\": \(QuotedText.json(path)), \"#\": \(QuotedText.json(fragment)) }."
            )
        }
        if let (path, query) = pathAndQuery(text) {
            return ImpossiblePattern(
                reason: "has a query; ‘?’ stands for one character in a path, and the query of a URL is not part of it",
                remedy: isComponent
                    ? "Write \"/\": \(QuotedText.json(path)), \(queryObject(query))."
                    : "\"paths\" cannot see queries: write \(quoted(path)), or use \"components\" with { \"/\": \(QuotedText.json(path)), \(queryObject(query)) }."
            )
        }
        return inAnyPart(text, isWritten: isWritten, part: "path", quoted: quoted)
            ?? (isWritten ? unwritten(text) : nil)
    }

    /// The reason for a pattern of a query, of an item's value or of a fragment.
    static func inValue(_ text: String, key: String, isWritten: Bool, isItem: Bool, isFragment: Bool)
        -> ImpossiblePattern?
    {
        let part = isFragment ? "fragment" : "query"
        if isWritten, !isFragment, text.unicodeScalars.contains("#") {
            return ImpossiblePattern(reason: "has a ‘#’, where the query of a URL ends", remedy: nil)
        }
        if isWritten, isItem, text.unicodeScalars.contains("&") {
            return ImpossiblePattern(
                reason: "has an ‘&’, which separates the items of a query",
                remedy: "Give each item its own key in \"?\".")
        }
        return inAnyPart(text, isWritten: isWritten, part: part) { "\(QuotedText.json(key)): \(QuotedText.json($0))" }
    }

    private static func inAnyPart(
        _ text: String, isWritten: Bool, part: String, quoted: (String) -> String
    ) -> ImpossiblePattern? {
        if isWritten {
            guard
                let culprit = text.unicodeScalars.first(where: { !$0.isASCII || $0.value <= 0x20 || $0.value == 0x7F })
            else { return nil }
            let what =
                culprit == " "
                ? "a blank" : culprit.isInvisible ? "the invisible character \(culprit.codePoint)" : "‘\(culprit)’"
            let trimmed = trimmed(text)
            let fixed = trimmed.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 } ? trimmed : encoded(trimmed)
            return ImpossiblePattern(
                reason: "has \(what), which stands in the \(part) of a URL only percent-encoded",
                remedy: "Write \(quoted(fixed)).")
        }
        guard hasEscape(text) else { return nil }
        return ImpossiblePattern(
            reason:
                "has percent-encoded characters, but with \"percentEncoded\": false it is compared with the decoded URL",
            remedy: PercentDecoding.decoded(text).map { "Write \(quoted($0))." })
    }

    /// Characters that are percent-encoded in every path (RFC 3986; WHATWG URL Standard, path percent-encode set).
    private static func unwritten(_ text: String) -> ImpossiblePattern? {
        guard let culprit = text.unicodeScalars.first(where: { "\"<>`{}\\".unicodeScalars.contains($0) }) else {
            return nil
        }
        let isTemplate = culprit == "{" || culprit == "}" || culprit == "<" || culprit == ">"
        return ImpossiblePattern(
            reason: "has ‘\(culprit)’, which stands in the path of a URL only percent-encoded"
                + (isTemplate ? "; patterns know no placeholders but ‘*’ and ‘?’" : ""),
            remedy: isTemplate ? "Write ‘*’ in place of the placeholder." : nil)
    }

    // MARK: - Taking patterns apart

    /// The path pattern of what is written as a whole URL.
    private static func pathOfURL(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard let colon = scalars.firstIndex(of: ":"), colon > 0, colon < 12,
            scalars[..<colon].allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || $0 == "*" || $0 == "+" || $0 == "-")
            }),
            scalars[(colon + 1)...].starts(with: ["/", "/"])
        else { return nil }
        let rest = scalars[(colon + 3)...].drop { $0 != "/" }
        return rest.isEmpty ? "/*" : String(String.UnicodeScalarView(rest))
    }

    /// Path and query of a pattern in which `?` is meant to begin a query: an item with its `=` follows in the same segment.
    private static func pathAndQuery(_ text: String) -> (path: String, query: String)? {
        let scalars = text.unicodeScalars
        guard let equals = scalars.firstIndex(of: "=") else { return nil }
        let before = scalars[..<equals]
        guard let mark = before.lastIndex(of: "?") else { return nil }
        let name = scalars[scalars.index(after: mark)..<equals]
        guard !name.contains("/"), !name.isEmpty else { return nil }
        return (String(scalars[..<mark]), String(scalars[scalars.index(after: mark)...]))
    }

    /// The query of a component for what was written behind a `?`.
    private static func queryObject(_ query: String) -> String {
        let items = query.split(separator: "&").map { item -> String in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // An absent item counts as an empty one: a lone star would not ask for it.
            let value = parts.count > 1 ? (parts[1] == "*" ? "?*" : parts[1]) : ""
            return "\(QuotedText.json(parts[0])): \(QuotedText.json(value))"
        }
        return "\"?\": { \(items.joined(separator: ", ")) }"
    }

    private static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace == true { scalars = scalars.dropFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars = scalars.dropLast() }
        return String(scalars)
    }

    private static func encoded(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII, scalar.value > 0x20, scalar.value != 0x7F {
                result.unicodeScalars.append(scalar)
            } else {
                result += WrittenText.encoding(String(Character(scalar)))
            }
        }
        return result
    }

    private static func hasEscape(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count && isHex(bytes[index + 1])
                && isHex(bytes[index + 2])
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
