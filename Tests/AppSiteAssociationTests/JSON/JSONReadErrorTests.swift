import Testing

@testable import AppSiteAssociation

/// Errors contain the found and the expected text, the position, and an excerpt.
@Suite struct JSONReadErrorTests {
    @Test(arguments: [
        (
            "{\"a\": “b”}", "unexpected ‘“’ (U+201C) at line 1, column 7; expected a value after ‘:’",
            "{\"a\": “b”}\n      ^"
        ),
        (
            "{\n  \"a\": 1,\n}",
            "unexpected comma after the last item at line 2, column 9; expected a key in straight double quotes",
            "  \"a\": 1,\n        ^"
        ),
        ("[1, 2,\n]", "unexpected comma after the last item at line 1, column 6; expected a value", "[1, 2,\n     ^"),
        ("{\"a\": 1\n \"b\": 2}", "unexpected ‘\"’ at line 2, column 2; expected ‘,’ or ‘}’", " \"b\": 2}\n ^"),
        ("{\"a\" 1}", "unexpected ‘1’ at line 1, column 6; expected ‘:’ after the key", "{\"a\" 1}\n     ^"),
        ("[1] // x", "unexpected comment at line 1, column 5; expected the end of the file", "[1] // x\n    ^"),
        ("[truthy]", "unexpected ‘truthy’ at line 1, column 2; expected a value or ‘]’", "[truthy]\n ^"),
        (
            "{\"a\": [1, 2}",
            "unexpected ‘}’ at line 1, column 12; expected ‘,’ or ‘]’; the array opened at line 1, column 7 is not closed",
            "{\"a\": [1, 2}\n           ^"
        ),
        (
            "[\"a\n\"]",
            "unexpected end of line at line 1, column 4; expected the closing ‘\"’ on the same line; the string opened at line 1, column 2 is not closed",
            "[\"a\n   ^"
        ),
        (
            "[\"abc",
            "unexpected end of file at line 1, column 6; expected the closing ‘\"’; the string opened at line 1, column 2 is not closed",
            "[\"abc\n     ^"
        ),
        (
            "{\"a\":[\n",
            "unexpected end of file at line 2, column 1; expected a value or ‘]’; the array opened at line 1, column 6 is not closed",
            "\n^"
        ),
        ("{} {}", "unexpected second document at line 1, column 4; expected the end of the file", "{} {}\n   ^"),
        ("", "no bytes; expected a value", "\n^"),
        (" \n", "nothing but white space; expected a value", "\n^"),
        ("<html>", "a web page or XML (‘<’) at line 1, column 1; expected JSON", "<html>\n^"),
        (
            "[\u{A0}1]", "unexpected invisible character U+00A0 at line 1, column 2; expected a value or ‘]’",
            "[<U+00A0>1]\n ^"
        ),
        (
            "[\"\t\u{1B}[31m\"]",
            "unexpected control character U+0009 at line 1, column 3; expected an escape such as \\t or \\u0000",
            "[\" <U+001B>[31m\"]\n  ^"
        ),
        (
            "[\"\\x\"]",
            "unexpected ‘\\’ at line 1, column 3; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
            "[\"\\x\"]\n  ^"
        ),
        ("[01]", "unexpected ‘01’ at line 1, column 2; expected a number without leading zeros", "[01]\n ^"),
        ("[-]", "unexpected ‘]’ at line 1, column 3; expected a digit", "[-]\n  ^"),
        ("[1.]", "unexpected ‘]’ at line 1, column 4; expected a digit after the decimal point", "[1.]\n   ^"),
        (
            "[\"é\u{202E}\", x]", "unexpected ‘x’ at line 1, column 8; expected a value",
            "[\"é<U+202E>\", x]\n              ^"
        ),
        (
            "{'a': 1}", "unexpected ‘'’ at line 1, column 2; expected a key in straight double quotes, or ‘}’",
            "{'a': 1}\n ^"
        ),
        (
            "[supercalifragilisticexpialidocious]",
            "unexpected ‘supercalifragilisticexpi…’ at line 1, column 2; expected a value or ‘]’",
            "[supercalifragilisticexpialidocious]\n ^"
        ),
        (
            "{\"a\": \"b”, \"c\": 1}", "unexpected ‘”’ (U+201D) at line 1, column 9; expected ‘\"’",
            "{\"a\": \"b”, \"c\": 1}\n        ^"
        ),
        (
            "\"a\": {}", "members of an object without its braces at line 1, column 1; expected ‘{’",
            "\"a\": {}\n^"
        ),
        ("{\\rtf1", "RTF (‘{\\rtf’) at line 1, column 1; expected JSON", "{\\rtf1\n^"),
    ])
    func aMistakeIsNamedAndShown(text: String, message: String, rendered: String) {
        let error = #expect(throws: JSONReadError.self) { try JSONDocument(text: text) }
        #expect(error?.message == message)
        #expect(error?.excerpt == rendered)
    }

    @Test(arguments: [
        ("{\"a\": [1, 2}", "insert ‘]’ at line 1, column 12 to close the array opened at line 1, column 7"),
        ("{\"a\": {\"b\": 1]}", "insert ‘}’ at line 1, column 14 to close the object opened at line 1, column 7"),
        ("[1 }", "insert ‘]’ at line 1, column 4 to close the array opened at line 1, column 1"),
        ("\"a\": {}", "wrap the members in { }"),
        ("{\"a\": \"b”}", "replace typographic quotes with straight ones (\")"),
        ("{\\rtf1", "in TextEdit, choose Format › Make Plain Text, save the file, and publish it again"),
    ])
    func theRemedyNamesTheCause(text: String, hint: String) {
        let error = #expect(throws: JSONReadError.self) { try JSONDocument(text: text) }
        #expect(error?.hint == hint)
    }

    @Test func excessiveDepthIsDistinguishedFromSyntaxErrors() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        }
        let error = #expect(throws: JSONReadError.self) { try JSONDocument(text: nested(513)) }
        #expect(error?.kind == .tooDeep)
        #expect(
            error?.message
                == "arrays and objects are nested more than 512 deep; allowed: at most 512 nested arrays and objects")
        #expect(throws: Never.self) { try JSONDocument(text: nested(512)) }
    }

    @Test func longLinesAreCutToAWindow() throws {
        let filler = String(repeating: "\"aé\",", count: 400)
        let error = #expect(throws: JSONReadError.self) { try JSONDocument(text: "[\(filler)oops,\(filler)1]") }
        #expect(error?.position.column == 2002)
        let lines = try #require(error).excerpt.split(separator: "\n")
        #expect(lines[0].hasPrefix("…") && lines[0].hasSuffix("…"))
        #expect(lines[0].count <= 2 * SourceExcerpt.reach + 2)
        #expect(lines[0].dropFirst(lines[1].count - 1).hasPrefix("oops"))
    }

    @Test func bytesThatAreNotUTF8AreShownAsSuch() {
        let error = #expect(throws: JSONReadError.self) { try JSONDocument([0x5B, 0x22, 0xE9, 0xFF, 0x22, 0x5D]) }
        #expect(error?.excerpt == "[\"<0xE9><0xFF>\"]\n  ^")
    }

    @Test func aPlaceInADocumentCanBeShown() throws {
        let document = try JSONDocument(text: "{\n\t\"a\": 5}")
        let value = try #require(document.root["a"])
        let bytes = document.bytes
        #expect(SourceExcerpt.text(of: bytes, around: value.range.lowerBound) == " \"a\": 5}\n      ^")
        #expect(SourceExcerpt.text(of: bytes, around: bytes.count) == " \"a\": 5}\n        ^")
    }

    @Test(arguments: JSONReadError.Kind.allCases)
    func kindsHaveNamesInKebabCase(_ kind: JSONReadError.Kind) {
        let isKebab = kind.rawValue.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) || $0 == 0x38
        }
        #expect(isKebab)
    }
}
