import Basics

/// Text of a file as messages and remedies show it.
enum QuotedText {
    /// The maximum number of scalars of a text that are shown.
    static let limit = 160

    /// `text` as a JSON string, cut to ``limit``; everything that cannot be seen is written as an escape.
    static func json(_ text: some StringProtocol) -> String {
        "\"" + escaped(capped(text)) + "\""
    }

    /// `text` cut to ``limit``, with an ellipsis where something is missing.
    static func capped(_ text: some StringProtocol) -> String { String(text).cut(to: limit) }

    /// The text of `value` as it is written in the file, on one line and cut to ``limit``.
    static func source(_ value: JSONValue) -> String {
        let range = value.range
        let bytes = value.document.bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + 4 * limit)]
        var line = String.UnicodeScalarView()
        var isBlank = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar == "\n" || scalar == "\r" || scalar == "\t" || scalar == " " {
                if !isBlank { line.append(" ") }
                isBlank = true
            } else {
                line.append(scalar)
                isBlank = false
            }
        }
        return capped(String(line))
    }

    /// The text of `value` on one line, or `nil` where it is too long to be shown in full: what is cut is no suggestion.
    static func whole(_ value: JSONValue) -> String? {
        let source = source(value)
        return source.hasSuffix("…") ? nil : source
    }

    private static func escaped(_ text: String) -> String {
        text.escaped { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: scalar.isInvisible ? units(scalar) : nil
            }
        }
    }

    private static func units(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        .joined()
    }
}

extension JSONPosition {
    /// The position in words: "line 3, column 5".
    var described: String { "line \(line), column \(column)" }
}
