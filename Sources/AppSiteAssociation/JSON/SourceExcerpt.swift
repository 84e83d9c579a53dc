import Basics

/// One line of a text, truncated to a window, and below it a caret at one position.
///
/// Invisible characters and bytes that are not UTF-8 are made visible. The position of the caret is counted in
/// characters, so it is displaced if wide characters precede it.
enum SourceExcerpt {
    /// The maximum number of characters that are shown on either side of the position.
    static let reach = 56

    /// Returns the excerpt around `offset`; `…` replaces omitted text.
    static func text(of text: [UInt8], around offset: Int) -> String {
        func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
        var start = offset
        // A character has at most four bytes.
        while start > 0, offset - start < reach * 4, !endsLine(text[start - 1]) { start -= 1 }
        // Do not begin inside a character.
        while start > 0, start < offset, text[start] & 0xC0 == 0x80 { start += 1 }
        var precedingTexts: [String] = []
        var index = start
        while index < offset {
            let (shown, length) = visible(at: index, in: text)
            precedingTexts.append(shown)
            index += length
        }
        var isStartCut = start > 0 && !endsLine(text[start - 1])
        while precedingTexts.count > 1, precedingTexts.reduce(0, { $0 + $1.count }) > reach {
            precedingTexts.removeFirst()
            isStartCut = true
        }
        var following = ""
        index = offset
        while index < text.count, !endsLine(text[index]), following.count < reach {
            let (shown, length) = visible(at: index, in: text)
            following += shown
            index += length
        }
        let head = (isStartCut ? "…" : "") + precedingTexts.joined()
        let tail = index < text.count && !endsLine(text[index]) ? "…" : ""
        return head + following + tail + "\n" + String(repeating: " ", count: head.count) + "^"
    }

    private static func visible(at offset: Int, in text: [UInt8]) -> (shown: String, length: Int) {
        guard let (scalar, length) = text.scalar(at: offset) else { return ("<\(text[offset].hex)>", 1) }
        if scalar == "\t" { return (" ", 1) }
        return (scalar.isInvisible ? "<\(scalar.codePoint)>" : String(Character(scalar)), length)
    }
}
