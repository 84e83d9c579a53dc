/// Text from outside as people may see it: harmless, and with everything invisible made visible.
///
/// Names, header fields, certificates and files are written by strangers. A terminal obeys control characters, and people
/// are misled by characters that cannot be seen or that turn the direction of writing.
package enum VisibleText {
    /// `text` with everything that is not visible as `\u{…}`; escaping twice changes nothing.
    ///
    /// Line breaks and tabs are not visible; spaces of all kinds stay as they are, since names of people have them.
    package static func escape(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return text }
        return text.escaped { $0.isVisible ? nil : reference($0) }
    }

    /// The same of several lines: line feeds stay.
    package static func escapeLines(_ text: String) -> String {
        text.escaped { $0.isVisible || $0 == "\n" ? nil : reference($0) }
    }

    /// Returns the beginning of `text` in quotation marks, at most `limit` scalars.
    ///
    /// Everything that cannot be distinguished from nothing or from a plain space is written as `\u{…}`: text is quoted
    /// because something is wrong with it, and a character that only looks like a space may be the problem.
    package static func quote(
        _ text: some StringProtocol, limit: Int = 60, marks: (open: String, close: String) = ("“", "”")
    ) -> String {
        marks.open + String(text).cut(to: limit).escaped { $0.isDistinct ? nil : reference($0) } + marks.close
    }

    private static func reference(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
}

extension Unicode.Scalar {
    /// Whether it shows in running text, and changes nothing but itself.
    ///
    /// Not visible are controls (C0, DEL, C1: line breaks and tabs too), format characters (bidirectional overrides, zero
    /// width), separators of lines and paragraphs, default-ignorable, private and unassigned code points.
    package var isVisible: Bool {
        if isASCII { return value >= 0x20 && value < 0x7F }
        if properties.isDefaultIgnorableCodePoint { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
        default: return true
        }
    }

    /// Whether it is visible and looks like no plain space, unless it is one.
    package var isDistinct: Bool {
        if isASCII { return isVisible }
        return isVisible && properties.generalCategory != .spaceSeparator && value != 0x2800
    }

    /// Whether it is invisible on its own: it is not distinct, or a mark that joins the character before it.
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: !isDistinct
        }
    }

    /// The scalar as `U+00A0`.
    package var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
