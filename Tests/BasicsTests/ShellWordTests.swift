import Basics
import Testing

/// Words of commands that users copy into a shell.
struct ShellWordTests {
    @Test(arguments: [
        ("https://a.test/x", "'https://a.test/x'"), ("it's", #"'it'\''s'"#),
        // With a combining accent, a quotation mark is another `Character` in Swift, but not in a shell.
        ("a'\u{301};curl x|sh;'\u{301}", "'a'\\''\u{301};curl x|sh;'\\''\u{301}'"),
    ])
    func everyTextIsOneWord(text: String, word: String) {
        #expect(Array(ShellWord.quoted(text).unicodeScalars) == Array(word.unicodeScalars))
    }
    @Test func hasNoQuotationMarksWhereItNeedsNone() {
        let words = ["aasa-audit.yaml", "/etc/a_b~1/c:d%20", "", "a b", "$(x)", "é", "~root", "[::1]:8"]
        #expect(
            words.map(ShellWord.word) == [words[0], words[1], "''", "'a b'", "'$(x)'", "'é'", "'~root'", "'[::1]:8'"])
    }
}
