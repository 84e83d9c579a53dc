/// Untrusted text in a form that is safe to display.
///
/// Control characters affect a terminal; invisible and bidirectional characters mislead readers.
package enum VisibleText {
    /// Returns `text` with invisible characters, line breaks and tabs as `\u{…}`; escaping twice has no further effect.
    package static func escape(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return text }
        return text.escaped { $0.isSafeInText ? nil : reference($0) }
    }

    /// Returns `text` like ``escape(_:)``, but keeps its line feeds.
    package static func escapeLines(_ text: String) -> String {
        text.escaped { $0.isSafeInText || $0 == "\n" ? nil : reference($0) }
    }

    /// Returns the first `limit` scalars of `text` in quotation marks.
    ///
    /// Characters that only look like a plain space are escaped, too, because they may be the problem with the text.
    package static func quote(
        _ text: some StringProtocol, limit: Int = 60, marks: (open: String, close: String) = ("“", "”")
    ) -> String {
        marks.open + String(text).cut(to: limit).escaped { $0.isRecognizable ? nil : reference($0) } + marks.close
    }

    private static func reference(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is safe to display: visible, and without effect on the terminal or the direction of text.
    package var isSafeInText: Bool {
        if isASCII { return value >= 0x20 && value < 0x7F }
        if properties.isDefaultIgnorableCodePoint { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
        default: return true
        }
    }

    /// Whether readers can recognize the scalar: it is visible, and does not look like a plain space unless it is one.
    package var isRecognizable: Bool {
        if isASCII { return isSafeInText }
        // U+2800 is the empty Braille pattern.
        return isSafeInText && properties.generalCategory != .spaceSeparator && value != 0x2800
    }

    /// Whether the scalar counts as invisible: it is not recognizable, or is only a mark on the character before it.
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: !isRecognizable
        }
    }

    /// The scalar as `U+00A0`.
    package var codePoint: String { "U+" + Hexadecimal.digits(value, width: 4) }
}
