import Testing

@testable import AppSiteAssociation

/// Texts that RFC 8259 allows, and texts that it does not allow.
@Suite struct JSONGrammarTests {
    @Test(arguments: JSONTexts.accepted)
    func acceptsWhatTheGrammarAllows(_ text: String) throws {
        let document = try JSONDocument(text: text)
        #expect(document.encoding == .utf8)
    }

    @Test(arguments: JSONTexts.rejected)
    func rejectsWhatTheGrammarDoesNotAllow(_ text: String, kind: JSONReadError.Kind) throws {
        let error = #expect(throws: JSONReadError.self) { try JSONDocument(text: text) }
        #expect(error?.kind == kind)
    }

    @Test(arguments: JSONTexts.rejectedBytes)
    func rejectsBytesThatAreNotUTF8(_ bytes: [UInt8], kind: JSONReadError.Kind) throws {
        let error = #expect(throws: JSONReadError.self) { try JSONDocument(bytes) }
        #expect(error?.kind == kind)
    }

    @Test func theTablesHaveTwoHundredCases() {
        let count = JSONTexts.accepted.count + JSONTexts.rejected.count + JSONTexts.rejectedBytes.count
        #expect(count >= 200)
    }

    /// Escaped lone surrogates, which the RFC leaves to the implementation, are accepted and replaced.
    @Test(arguments: [
        ("[\"\\uD800\"]", true), ("[\"\\uDC00\"]", true), ("[\"\\uD800\\uD800\\uDC00\"]", true),
        ("[\"\\uDFAA\\uD800\"]", true), ("[\"\\uD800n\"]", true), ("[\"\\uD800\\n\"]", true),
        ("[\"\\uD834\\uDD1E\"]", false), ("[\"\\uD83D\\uDE39\\uD83D\\uDC8D\"]", false), ("[\"\\uFFFF\"]", false),
        ("[\"\\uDBFF\\uDFFF\"]", false),
    ])
    func acceptsEscapedLoneSurrogates(_ text: String, isLone: Bool) throws {
        let value = try #require(try JSONDocument(text: text).root[0])
        #expect(value.string?.unicodeScalars.contains("\u{FFFD}") == isLone)
    }

    @Test(arguments: [
        "1e400", "-1e999999999999999999", "123123e100000",
        "0.4e00669999999999999999999999999999999999999999999969999999006",
        "-123123123123123123123123123123", "100000000000000000000", "1.0", "1E+2", "-0", "0e-0",
    ])
    func keepsNumbersAsTheyAreWritten(_ text: String) throws {
        let number = try #require(try JSONDocument(text: "[\(text)]").root[0])
        #expect(number.kind == .number && number.text == text)
        #expect(try JSONPrinter.print(JSONDocument(text: "[ \(text) ]").root) == "[\(text)]")
    }

    @Test func givesNumbersTheirValues() throws {
        let values = try #require(try JSONDocument(text: "[1, -2.5, 1e2, 1e400, 9223372036854775808]").root.elements)
        #expect(values.map(\.integer) == [1, nil, nil, nil, nil])
        #expect(values.map(\.double) == [1, -2.5, 100, .infinity, 9223372036854775808])
    }

    @Test func resolvesEscapes() throws {
        let document = try JSONDocument(text: #"["\"\\\/\b\f\n\r\t\u0041\u00e9\u4e2D\ud83d\ude00é"]"#)
        #expect(document.root[0]?.string == "\"\\/\u{8}\u{C}\n\r\tAé中😀é")
    }
}
