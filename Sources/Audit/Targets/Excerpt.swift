/// Pieces of foreign text that are safe to show: short, and without anything that a terminal would obey.
enum Excerpt {
    /// Quotes the beginning of `text`: at most `limit` scalars, invisible ones written as `\u{…}`.
    static func quote(_ text: some StringProtocol, limit: Int = 60) -> String {
        var result = "“"
        for (count, scalar) in text.unicodeScalars.enumerated() {
            if count == limit { return result + "…”" }
            result += isVisible(scalar) ? String(scalar) : name(scalar)
        }
        return result + "”"
    }

    /// The code point of `scalar` as `U+0007`.
    static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
