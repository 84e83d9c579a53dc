import Basics

/// The lines of a text with a limited width.
///
/// All added text is escaped here with ``VisibleText/escape(_:)``, so the only escape sequences are those of the style.
struct TextLines {
    /// A piece of text with one role; a literal has the role of the body.
    struct Label: ExpressibleByStringInterpolation {
        var text: String
        var role: TextStyle.Role

        init(stringLiteral text: String) { self.init(text) }

        init(_ text: String, _ role: TextStyle.Role = .body) {
            self.text = text
            self.role = role
        }
    }

    private let style: TextStyle
    private let width: Int
    private(set) var text = ""

    init(style: TextStyle, width: Int = 80) {
        self.style = style
        self.width = max(width, 40)
    }

    mutating func blank() { text += "\n" }
    mutating func append(_ other: TextLines) { text += other.text }

    /// Adds a line, which is escaped and truncated at the width, but not wrapped.
    mutating func line(_ body: String, indent: Int = 0, role: TextStyle.Role = .body) {
        var freeColumns = width - indent
        var kept = String.UnicodeScalarView()
        for scalar in VisibleText.escape(body).unicodeScalars {
            freeColumns -= TerminalText.width(scalar)
            if freeColumns < 0 { break }
            kept.append(scalar)
        }
        text += String(repeating: " ", count: indent) + style.paint(String(kept), role) + "\n"
    }

    /// Adds text for copying: its lines are escaped and indented, but neither wrapped nor truncated.
    mutating func verbatim(_ body: String, indent: Int) {
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
            let shown = String(repeating: " ", count: indent) + VisibleText.escape(String(line))
            text += (line.isEmpty ? "" : shown) + "\n"
        }
    }

    /// Returns the widths of the columns of `rows`, which have equally many cells.
    static func widths(of rows: [[Label]]) -> [Int] {
        (rows.first ?? []).indices.map { column in rows.map { TerminalText.width($0[column].text) }.max() ?? 0 }
    }

    /// Adds a row of a table; the row continues on a new line after a cell that is too wide for the column.
    mutating func row(_ cells: [Label], widths: [Int], indent: Int = 0) {
        var labels: [Label] = []
        var column = 0
        for (cell, width) in zip(cells.dropLast(), widths) {
            let padding = width + 2 - TerminalText.width(cell.text)
            column += width + 2
            labels.append(.init(cell.text + String(repeating: " ", count: max(0, padding)), cell.role))
            if padding < 2 {
                paragraph(labels: labels, "", indent: indent)
                labels = [.init(String(repeating: " ", count: column))]
            }
        }
        guard let last = cells.last else { return }
        paragraph(labels: labels, last.text, indent: indent, hanging: indent + column, role: last.role)
    }

    /// Adds a paragraph: `labels` first, followed by `body`, wrapped to the width.
    ///
    /// The first line is indented by `indent` blanks, the others by `hanging` (or `indent`).
    mutating func paragraph(
        labels: [Label] = [], _ body: String, indent: Int = 0, hanging: Int? = nil, role: TextStyle.Role = .body
    ) {
        var column = indent
        // Blanks are only written before visible text, and never styled.
        var blanks = String(repeating: " ", count: indent)
        for label in labels {
            // A label longer than a line, such as a host name of 253 characters, is wrapped like words.
            let pieces = wrap(VisibleText.escape(label.text), from: column, then: indent, keepsBlanks: true)
            for (index, piece) in pieces.enumerated() {
                if index > 0 {
                    text += "\n"
                    blanks = String(repeating: " ", count: indent)
                    column = indent
                }
                column += TerminalText.width(piece)
                let trailingBlanks = piece.reversed().prefix { $0 == " " }.count
                let visible = piece.dropLast(trailingBlanks)
                if !visible.isEmpty {
                    text += blanks + style.paint(String(visible), label.role)
                    blanks = ""
                }
                blanks += String(repeating: " ", count: trailingBlanks)
            }
        }
        let restIndent = hanging ?? indent
        for line in wrap(VisibleText.escape(body), from: column, then: restIndent, keepsBlanks: false) {
            text += (line.isEmpty ? "" : blanks + style.paint(line, role)) + "\n"
            blanks = String(repeating: " ", count: restIndent)
        }
    }

    /// Adds `label`, a colon and `text`; by default, further lines are indented by two more blanks than the first.
    mutating func fact(
        _ label: String, labelRole: TextStyle.Role = .quiet, _ text: String, indent: Int = 0, hanging: Int? = nil
    ) {
        paragraph(labels: [.init(label + ": ", labelRole)], text, indent: indent, hanging: hanging ?? indent + 2)
    }

    mutating func section(_ heading: String, indent: Int = 0, hanging: Int? = nil) {
        blank()
        paragraph(heading, indent: indent, hanging: hanging, role: .heading)
    }

    /// Breaks `text` into lines; the first line begins at column `start`, the others at column `indent`.
    ///
    /// A text that fits on the first line is returned unchanged if `keepsBlanks` is true; otherwise, single blanks
    /// separate its words.
    private func wrap(_ text: String, from start: Int, then indent: Int, keepsBlanks: Bool) -> [String] {
        if keepsBlanks, start + TerminalText.width(text) <= width { return [text] }
        var lines: [String] = []
        var current = ""
        var column = start
        for word in text.split(separator: " ") {
            let wordWidth = TerminalText.width(word)
            if !current.isEmpty && column + 1 + wordWidth <= width {
                current += " " + word
                column += 1 + wordWidth
                continue
            }
            if !current.isEmpty || (column > indent && column + wordWidth > width) {
                lines.append(current)
                current = ""
                column = indent
            }
            // A word longer than a line is broken at the end of the line.
            for scalar in word.unicodeScalars {
                let scalarWidth = TerminalText.width(scalar)
                if column + scalarWidth > width {
                    lines.append(current)
                    current = ""
                    column = indent
                }
                current.unicodeScalars.append(scalar)
                column += scalarWidth
            }
        }
        lines.append(current)
        return lines
    }
}

extension String {
    func padded(to count: Int) -> String { self + String(repeating: " ", count: max(0, count - self.count)) }
}

enum TerminalText {
    /// Returns the number of columns of `text` on a terminal: two for wide characters, none for combining marks.
    static func width(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + width($1) } }

    static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return isWide(scalar.value) ? 2 : 1
        }
    }

    /// Returns whether a scalar is in a block that is mostly wide, according to Unicode's East Asian Width (UAX #11).
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
            0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
