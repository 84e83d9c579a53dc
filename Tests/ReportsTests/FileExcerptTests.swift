import Testing

@testable import Reports

struct FileExcerptTests {
    private static let file = "{\n  \"a\": 1,\r\n  \"é\": \t2,,\n}"

    @Test(arguments: [
        (1, 1, "{", "^"), (2, 3, "  \"a\": 1,", "  ^"), (3, 10, "  \"é\":  2,,", "         ^"),
        (3, 11, "  \"é\":  2,,", "          ^"), (4, 2, "}", " ^"),
    ])
    func pointsAtTheColumn(line: Int, column: Int, text: String, caret: String) throws {
        let excerpt = try #require(FileExcerpt(Array(Self.file.utf8), line: line, column: column, width: 60))
        #expect(excerpt.text == text)
        #expect(excerpt.caret == caret)
    }

    @Test func showsAShortLineCompletely() throws {
        let excerpt = try #require(FileExcerpt(Array("abcdefghij".utf8), line: 1, column: 9, width: 10))
        #expect(excerpt.text == "abcdefghij")
        #expect(excerpt.caret == "        ^")
    }

    @Test func cutsALongLineAroundTheColumn() throws {
        let bytes = Array((String(repeating: "a", count: 5000) + "!" + String(repeating: "b", count: 5000)).utf8)
        let excerpt = try #require(FileExcerpt(bytes, line: 1, column: 5001, width: 20))
        #expect(excerpt.text == "…aaaaaaaaaa!bbbbbbbbb")
        #expect(excerpt.caret == "           ^")
    }

    @Test(arguments: [(5, 1), (100, 1)])
    func isNothingWithoutTheLine(line: Int, column: Int) {
        #expect(FileExcerpt(Array(Self.file.utf8), line: line, column: column, width: 60) == nil)
    }

    @Test(arguments: [0, -1, 99])
    func hasNoCaretForAColumnThatIsNotThere(column: Int) throws {
        let excerpt = try #require(FileExcerpt(Array(Self.file.utf8), line: 1, column: column, width: 60))
        #expect(excerpt.text == "{")
        #expect(excerpt.caret == nil)
    }
}
