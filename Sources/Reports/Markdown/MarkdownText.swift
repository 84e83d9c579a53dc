import Basics

import struct Foundation.Date

enum MarkdownText {
    private static let defaultMaxLength = 200

    /// Returns inline code that is also valid in a table cell.
    static func code(_ text: String, maxLength: Int = defaultMaxLength) -> String {
        let text = shortened(text, maxLength)
        let needsHTML = text.isEmpty || text.utf8.first == 0x20 || text.utf8.contains(where: "|\\`".utf8.contains)
        return needsHTML ? htmlCode(text, maxLength: maxLength) : "`\(text)`"
    }

    /// Returns the day of a waiver unchanged; any other text as inline code.
    static func day(_ text: String) -> String { Date(day: text) == nil ? code(text) : text }

    static func htmlCode(_ text: String, maxLength: Int = defaultMaxLength) -> String {
        let text = shortened(text, maxLength).escaped { scalar in
            scalar.isASCII && !scalar.properties.isAlphabetic && !scalar.properties.isWhitespace
                && scalar.properties.numericType == nil ? "&#\(scalar.value);" : nil
        }
        return "<code>\(text)</code>"
    }

    /// Returns text without markup, links and mentions.
    static func escape(_ text: String) -> String {
        VisibleText.escape(text).escaped { before, scalar, _ in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "!", "@": "\\\(scalar)"
            // A plain URL would become a link.
            case "/" where before == ":": "\\/"
            default: nil
            }
        }
    }

    /// Returns a code block with a fence that `text` cannot close; text beyond `maxBytes` is omitted, from the end of a
    /// paragraph if possible, and `note` says so.
    static func fenced(_ text: String, maxBytes: Int, note: String) -> String {
        var body = ""
        var maxBackticks = 0
        var paragraphsEnd = 0
        var isCut = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard body.utf8.count + line.utf8.count < maxBytes else {
                isCut = true
                // A long paragraph is cut at a line, so that most of the text is kept.
                if paragraphsEnd > maxBytes / 2 {
                    body = String(decoding: body.utf8.prefix(paragraphsEnd), as: UTF8.self)
                }
                break
            }
            if line.isEmpty { paragraphsEnd = body.utf8.count }
            body += line + "\n"
            maxBackticks = max(maxBackticks, line.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0)
        }
        while body.hasSuffix("\n\n") { body.removeLast() }
        if isCut { body += "(Shortened: \(note).)\n" }
        let fence = String(repeating: "`", count: max(3, maxBackticks + 1))
        return "\(fence)text\n\(body)\(fence)\n"
    }

    private static func shortened(_ text: String, _ maxLength: Int) -> String {
        VisibleText.escape(text).cut(to: maxLength)
    }
}
