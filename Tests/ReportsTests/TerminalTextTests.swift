import Testing

@testable import Reports

struct TerminalTextTests {
    @Test(arguments: [("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("😀", 2), ("한", 2)])
    func countsColumns(text: String, expected: Int) {
        #expect(TerminalText.width(text) == expected)
    }
}

struct TextLinesTests {
    private func text(_ body: (inout TextLines) -> Void) -> String {
        var lines = TextLines(style: .plain, width: 40)
        body(&lines)
        return lines.text
    }

    @Test func wrapsWordsUnderneathEachOther() {
        let text = text {
            $0.paragraph(
                labels: [.init("Do: ", .heading)], "one two three four five six seven eight nine ten eleven", indent: 2,
                hanging: 6)
        }
        #expect(text == "  Do: one two three four five six seven\n      eight nine ten eleven\n")
    }

    @Test func putsALongWordOnALineOfItsOwnBeforeItCutsIt() {
        let word = String(repeating: "x", count: 38)
        let text = text { $0.paragraph("a \(word) \(word)y b", indent: 2) }
        #expect(text == "  a\n  \(word)\n  \(word)\n  y b\n")
    }

    @Test func fillsTheLineExactly() {
        let text = text { $0.paragraph("aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaaa b", indent: 0) }
        #expect(text == "aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaaa\nb\n")
    }

    @Test func countsWideCharactersTwice() {
        let text = text { $0.paragraph(String(repeating: "漢", count: 21), indent: 0) }
        #expect(text == String(repeating: "漢", count: 20) + "\n漢\n")
    }

    @Test func leavesNoBlanksAtTheEndOfALine() {
        let text = text { $0.paragraph(labels: [.init("label", .heading), .init("  ")], "", indent: 4) }
        #expect(text == "    label\n")
    }

    @Test func escapesBodyAndLabels() {
        let text = text { $0.paragraph(labels: [.init("\u{7}", .quiet), .init(" ")], "\u{1B}b", indent: 0) }
        #expect(text == #"\u{7} \u{1B}b"# + "\n")
    }
}
