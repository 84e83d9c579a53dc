import Basics

/// Text of a file as messages and remedies show it.
enum QuotedText {
    /// How many scalars of a text are shown.
    static let limit = 160

    /// `text` as a JSON string, cut to ``limit``; everything that cannot be seen is written as an escape.
    static func json(_ text: some StringProtocol) -> String {
        "\"" + escaped(capped(text)) + "\""
    }

    /// `text` cut to ``limit``, with an ellipsis where something is missing.
    static func capped(_ text: some StringProtocol) -> String {
        let scalars = String(text).unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return String(scalars) }
        return String(scalars[..<end]) + "…"
    }

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
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result.append(contentsOf: "\\\"".unicodeScalars)
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            case _ where scalar.isInvisible:
                for unit in String(Character(scalar)).utf16 {
                    let digits = String(unit, radix: 16, uppercase: true)
                    let padded = String(repeating: "0", count: 4 - digits.count) + digits
                    result.append(contentsOf: ("\\u" + padded).unicodeScalars)
                }
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

extension JSONPosition {
    /// The position in words: "line 3, column 5".
    var described: String { "line \(line), column \(column)" }
}
