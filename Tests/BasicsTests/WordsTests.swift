import Basics
import Testing

struct PhraseTests {
    @Test func countsWithANoun() {
        #expect([0, 1, 2].map { Phrase.count($0, "day") } == ["0 days", "1 day", "2 days"])
        #expect([1, 2].map { Phrase.count($0, "entry", "entries") } == ["1 entry", "2 entries"])
        #expect([9999, 12_000].map { Phrase.count($0, "day") } == ["9,999 days", "12,000 days"])
    }

    @Test(arguments: [
        ([], "", ""), (["a"], "a", "a"), (["a", "b"], "a and b", "a or b"),
        (["a", "b", "c"], "a, b and c", "a, b or c"),
        (["a", "b", "c", "d"], "a, b, c and 1 more", "a, b, c or 1 more"),
    ])
    func lists(words: [String], and: String, or: String) {
        #expect(Phrase.list(words, limit: 3) == and)
        #expect(Phrase.list(words, "or", limit: 3) == or)
    }

    @Test func listCountsOmittedItems() {
        #expect(Phrase.list(["a", "b", "c"], limit: 2, of: 9) == "a, b and 7 more")
        #expect(Phrase.list(["a", "b"], limit: 2, of: 9) == "a and b")
        #expect(Phrase.list(["a", "b"], limit: 1, of: 12_001) == "a and 12,000 more")
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (10_000, "10,000"), (131_072, "131,072"), (-1234, "-1,234"),
        (-12_345, "-12,345"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func groupsDigits(number: Int, text: String) {
        #expect(Phrase.number(number) == text)
    }
}

struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "ab", 1), ("abc", "bac", 1),
        ("redirct", "redirect", 1),
        ("kitten", "sitting", 3), ("a", "abcde", Int.max),
    ])
    func countsMistakes(first: String, second: String, distance: Int) {
        #expect(Spelling.distance(first, second) == distance)
        #expect(Spelling.distance(second, first) == distance)
    }

    @Test func farApartWordsAreComparedOnRequest() { #expect(Spelling.distance("a", "abcde", cutoff: .max) == 4) }

    @Test(arguments: [
        ("detials", "details"), ("detail", "details"), ("ap", nil), ("paths", "paths"), ("pahts", "paths"),
        ("compnents", "components"), ("cmpnents", "components"), ("cmpnets", nil), ("", nil),
        (String(repeating: "x", count: 61), nil),
    ])
    func guesses(word: String, expected: String?) {
        #expect(Spelling.nearest(to: word, among: ["apps", "details", "paths", "components"]) == expected)
    }

    @Test func comparesPlainWords() {
        #expect(Spelling.plain("App_\u{200B}I d-s.", without: "_-") == "appids.")
        #expect(Spelling.likelyWord(for: "max-Retrys", among: ["max_retries"]) == "max_retries")
        #expect(Spelling.likelyWord(for: "Re-Try", among: ["max_retries"], synonyms: ["retry": "max_retries"]) != nil)
        #expect(Spelling.likelyWord(for: "lnt", among: ["lint"]) == nil)
        #expect(Spelling.likelyWord(for: "lnt", among: ["lint"], minTolerance: 1) == "lint")
    }
}

struct StableHashTests {
    // Test vectors of 64-bit FNV-1a from its authors.
    @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
    func isFNV1a(text: String, hex: String) { #expect(StableHash(text).hex == hex) }

    @Test func tellsWhereATextEnds() {
        func hash(_ texts: String...) -> UInt64 {
            var hash = StableHash()
            for text in texts { hash.add(text) }
            return hash.value
        }
        #expect(hash("a", "bc") != hash("ab", "c"))
        #expect(hash("a", "") != hash("a"))
    }
}

struct HexadecimalTests {
    @Test func writesTwoDigitsForEachByte() { #expect(Hexadecimal.digits([0, 0x0F, 0xA0, 0xFF]) == "000fa0ff") }
}
