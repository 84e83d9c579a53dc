import TestSupport
import Testing

@testable import AppSiteAssociation

@Suite struct JSONPrinterTests {
    @Test(arguments: JSONTexts.accepted)
    func printingAndReadingAgainChangesNothing(_ text: String) throws {
        let document = try JSONDocument(text: text)
        #expect(try JSONDocument(text: JSONPrinter.print(document.root)).root == document.root)
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func printingAndReadingAgainChangesNothingInGeneratedDocuments(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = JSONGenerator.document(&generator)
        let document = try JSONDocument(text: text)
        let compact = JSONPrinter.print(document.root)
        #expect(try JSONDocument(text: compact).root == document.root)
        #expect(try JSONPrinter.print(JSONDocument(text: compact).root) == compact)
        #expect(compact.utf8.count <= text.utf8.count)
    }

    @Test func documentsDifferByOrderDuplicatesAndSpelling() throws {
        for (first, second) in [
            ("[1]", "[1.0]"), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), (#"{"a":1}"#, #"{"a":1,"a":1}"#), ("[]", "{}"),
            ("[[1],2]", "[[1,2]]"), ("true", "false"), (#"["é"]"#, #"["e\u0301"]"#), (#"["\uD800"]"#, #"["\uD801"]"#),
        ] {
            #expect(try JSONDocument(text: first).root != JSONDocument(text: second).root)
        }
        #expect(try JSONDocument(text: #" [ "\u0041" ] "#).root == JSONDocument(text: #"["A"]"#).root)
    }

    @Test func printedValuesHaveNoWhiteSpace() throws {
        let value = try JSONDocument(text: #"{"a":[1,{"b":[]}],"c":{},"a":"\u0041"}"#).root
        #expect(JSONPrinter.print(value) == #"{"a":[1,{"b":[]}],"c":{},"a":"\u0041"}"#)
        #expect(try JSONPrinter.print(#require(value["c"])) == "{}")
        #expect(try JSONPrinter.print(#require(value.members?.first { _ in true }?.value[1])) == #"{"b":[]}"#)
    }

    @Test(arguments: ["", "a", "\"\\/", "\n\r\t\u{8}\u{C}\u{0}\u{1F}", "é😀\u{2028}", "e\u{301}"])
    func literalsStandForTheirText(_ text: String) throws {
        let value = try JSONDocument(text: JSONPrinter.literal(text)).root.string
        #expect(value.map { $0.isExactly(text) } == true)
    }
}

/// Creates random documents with unusual white space, numbers, escapes and duplicate keys.
enum JSONGenerator {
    static func document(_ generator: inout SeededGenerator) -> String {
        space(&generator) + value(0, &generator) + space(&generator)
    }

    private static func value(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<(depth > 5 ? 6 : 10), using: &generator) {
        case 0: return "null"
        case 1: return Bool.random(using: &generator) ? "true" : "false"
        case 2, 3: return number(&generator)
        case 4, 5: return string(&generator)
        case 6, 7:
            return list("[", "]", &generator) { value(depth + 1, &$0) }
        default:
            return list("{", "}", &generator) { generator in
                string(&generator) + space(&generator) + ":" + space(&generator) + value(depth + 1, &generator)
            }
        }
    }

    private static func list(
        _ open: String, _ close: String, _ generator: inout SeededGenerator,
        _ item: (inout SeededGenerator) -> String
    ) -> String {
        var items: [String] = []
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
            items.append(space(&generator) + item(&generator) + space(&generator))
        }
        return open + (items.isEmpty ? space(&generator) : items.joined(separator: ",")) + close
    }

    private static func number(_ generator: inout SeededGenerator) -> String {
        let sign = ["", "", "-"].randomElement(using: &generator) ?? ""
        let whole = ["0", "1", "42", "123456789012345678901234567890"].randomElement(using: &generator) ?? ""
        let fraction = ["", "", ".0", ".50", ".000000000000000000001"].randomElement(using: &generator) ?? ""
        let exponent = ["", "", "e5", "E-3", "e+0010", "E999"].randomElement(using: &generator) ?? ""
        return sign + whole + fraction + exponent
    }

    private static func string(_ generator: inout SeededGenerator) -> String {
        let pieces = [
            "a", "b", "/", " ", "é", "日", "😀", "\\\"", "\\\\", "\\/", "\\n", "\\u0041", "\\uD83D\\uDE00", "\\uD800",
            "\\u0000", "\u{7F}",
        ]
        var text = "\""
        for _ in 0..<Int.random(in: 0...6, using: &generator) { text += pieces.randomElement(using: &generator) ?? "" }
        return text + "\""
    }

    private static func space(_ generator: inout SeededGenerator) -> String {
        ["", "", " ", "\n", "\r\n", "\t", "\r", "  \n "].randomElement(using: &generator) ?? ""
    }
}
