import Basics
import Testing

struct VisibleTextTests {
    @Test(arguments: [
        ("", ""),
        ("plain ~ text", "plain ~ text"),
        ("\u{1B}[31m", #"\u{1B}[31m"#),
        ("a\nb\r\tc\u{7}\u{0}", #"a\u{A}b\u{D}\u{9}c\u{7}\u{0}"#),
        ("\u{7F}\u{80}\u{9B}\u{9F}", #"\u{7F}\u{80}\u{9B}\u{9F}"#),
        ("\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{61C}", #"\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{61C}"#),
        ("a\u{200B}b\u{200D}c\u{FEFF}\u{AD}", #"a\u{200B}b\u{200D}c\u{FEFF}\u{AD}"#),
        ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
        ("\u{3164}\u{E000}\u{E0041}\u{10FFFF}", #"\u{3164}\u{E000}\u{E0041}\u{10FFFF}"#),
        ("münchen 漢字 € 😀 \u{FFFD}", "münchen 漢字 € 😀 \u{FFFD}"),
    ])
    func showsWhatATerminalWouldObey(text: String, expected: String) {
        #expect(VisibleText.escape(text) == expected)
        #expect(VisibleText.escape(expected) == expected, "escaping twice changes nothing")
    }

    @Test(arguments: [
        ("", "“”"), ("plain ~ text", "“plain ~ text”"), ("\u{1B}[31m", #"“\u{1B}[31m”"#),
        ("a\u{202E}b\u{200B}\n", #"“a\u{202E}b\u{200B}\u{A}”"#),
        // Default-ignorable characters: a Hangul filler, a variation selector, a grapheme joiner.
        ("\u{3164}a\u{FE0F}b\u{34F}", #"“\u{3164}a\u{FE0F}b\u{34F}”"#),
        // Unusual spaces, which running text can contain.
        ("a\u{A0}b\u{3000}c\u{2800}", #"“a\u{A0}b\u{3000}c\u{2800}”"#),
        // Combining marks are a part of Thai, of Hindi, and of decomposed letters.
        ("ที่ हिन्दी u\u{308}", "“ที่ हिन्दी u\u{308}”"),
        (String(repeating: "é", count: 60), "“\(String(repeating: "é", count: 60))”"),
        (String(repeating: "é", count: 61), "“\(String(repeating: "é", count: 60))…”"),
    ])
    func quoteMakesInvisibleCharactersVisible(text: String, expected: String) {
        #expect(VisibleText.quote(text) == expected)
        #expect(
            VisibleText.quote(Substring(text), marks: ("‘", "’")).dropFirst().dropLast()
                == expected.dropFirst().dropLast())
    }

    @Test func runningTextKeepsItsSpaces() {
        #expect(VisibleText.escape("Société\u{A0}X, 山田\u{3000}太郎") == "Société\u{A0}X, 山田\u{3000}太郎")
    }

    @Test(
        arguments: [
            ("a", true, true, false), (" ", true, true, false), ("\n", false, false, true),
            ("\u{A0}", true, false, true),
            ("\u{2800}", true, false, true), ("\u{301}", true, true, true), ("\u{20DD}", true, true, true),
            ("\u{3164}", false, false, true), ("\u{FE0F}", false, false, true), ("\u{AD}", false, false, true),
            ("\u{E000}", false, false, true), ("漢", true, true, false),
        ] as [(Unicode.Scalar, Bool, Bool, Bool)])
    func tellsScalarsApart(scalar: Unicode.Scalar, isSafeInText: Bool, isRecognizable: Bool, isInvisible: Bool) {
        #expect(scalar.isSafeInText == isSafeInText)
        #expect(scalar.isRecognizable == isRecognizable)
        #expect(scalar.isInvisible == isInvisible)
    }

    @Test func namesScalars() {
        #expect((["\0", "\u{A0}", "😀"] as [Unicode.Scalar]).map(\.codePoint) == ["U+0000", "U+00A0", "U+1F600"])
    }
}
