import Basics

enum QuotedText {
    /// The maximum length in Unicode scalars, without quotes and escapes.
    static let maxLength = 160

    /// Returns `text` as a JSON string, truncated to ``maxLength``, with escapes for invisible characters.
    static func json(_ text: some StringProtocol) -> String {
        JSONPrinter.literal(capped(text)).escaped { scalar in
            guard scalar.isInvisible else { return nil }
            return String(scalar).utf16.map { "\\u" + Hexadecimal.digits($0, width: 4) }.joined()
        }
    }

    /// Returns `text` in curly quotes, truncated, for an explanation about a URL.
    static func curly(_ text: some StringProtocol) -> String { VisibleText.quote(text, limit: 120, marks: ("‘", "’")) }

    static func capped(_ text: some StringProtocol) -> String { String(text).cut(to: maxLength) }

    /// Returns the text of `value` as written in the file, on one line and truncated to ``maxLength``.
    static func source(_ value: JSONValue) -> String {
        let range = value.range
        let bytes = value.document.bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + 4 * maxLength)]
        let words = String(decoding: bytes, as: UTF8.self).unicodeScalars
            .split { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "\t" }
        return capped(words.map { String($0) }.joined(separator: " "))
    }

    /// Returns the text of `value` on one line; `nil` if it is too long to be suggested in full.
    static func whole(_ value: JSONValue) -> String? {
        let source = source(value)
        return source.hasSuffix("…") ? nil : source
    }
}

extension String {
    var trimmed: String { String(unicodeScalars.trimming(\.properties.isWhitespace)) }
}

extension JSONPosition {
    var described: String { "line \(line), column \(column)" }
}
