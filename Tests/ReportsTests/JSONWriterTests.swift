import Testing

@testable import Records
@testable import Reports

struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.array(body)
        let text = String(decoding: writer.takeBytes(), as: UTF8.self)
        return String(text.dropFirst().dropLast(2))
    }

    @Test(arguments: [
        ("", #""""#),
        ("plain", #""plain""#),
        ("a\"b\\c", #""a\"b\\c""#),
        ("\n\r\t", #""\n\r\t""#),
        ("\0\u{1}\u{1B}\u{1F}", #""\u0000\u0001\u001b\u001f""#),
        ("\u{7F}\u{80}\u{9B}\u{9F}", #""\u007f\u0080\u009b\u009f""#),
        ("\u{A0}é½€漢😀", "\"\u{A0}é½€漢😀\""),
        ("\u{200B}\u{200E}\u{2028}\u{202E}\u{2066}\u{2069}", #""\u200b\u200e\u2028\u202e\u2066\u2069""#),
        ("\u{2010}–“\u{2070}", "\"\u{2010}–“\u{2070}\""),
        ("x\u{202E}", #""x\u202e""#),
    ])
    func escapesStrings(value: String, expected: String) {
        #expect(text { $0.value(value) } == expected)
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (1.5, "1.5"), (63.05, "63.05"), (0.1 + 0.2, "0.3"), (20.0004, "20"),
        (0.001, "0.001"), (-0.0004, "0"), (-2.125, "-2.125"), (999.9996, "1000"), (1e14, "100000000000000"),
        (1e17, "1e+17"), (1e300, "1e+300"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
    ])
    func roundsNumbersToThreeDecimals(value: Double, expected: String) {
        #expect(text { $0.value(value) } == expected)
    }

    @Test func writesEverythingOnOneLineWhenCompact() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("a", 1)
            writer.field("b", ["x", "y"])
            writer.key("c")
            writer.object { _ in }
            writer.field("d", nil as String?)
        }
        #expect(String(decoding: writer.takeBytes(), as: UTF8.self) == #"{"a":1,"b":["x","y"],"c":{},"d":null}"# + "\n")
    }

    /// The elements of the array `c` by the number of levels that have a line for each element.
    @Test(arguments: [
        (Int.max, ["{", #"  "d": 1.25"#, "},", "{},", "{", #"  "f": ["#, #"    "g""#, "  ]", "}"]),
        (2, [#"{"d":1.25},"#, "{},", #"{"f":["g"]}"#]),
    ])
    func hasALineForEachElementOfTheOuterLevels(lineLevels: Int, elements: [String]) {
        let expected = #"""
            {
              "a": true,
              "b": [
                "x",
                "y{[\\\""
              ],
              "c": [
            \#(elements.map { "    \($0)" }.joined(separator: "\n"))
              ],
              "h": [],
              "i": [
                1
              ]
            }

            """#
        #expect(Self.document(lineLevels: lineLevels) == expected)
    }

    @Test func isOnOneLineWithoutLevels() {
        let expected = #"{"a":true,"b":["x","y{[\\\""],"c":[{"d":1.25},{},{"f":["g"]}],"h":[],"i":[1]}"# + "\n"
        #expect(Self.document(lineLevels: 0) == expected)
    }

    private static func document(lineLevels: Int) -> String {
        var writer = JSONWriter(lineLevels: lineLevels)
        writer.beginObject()
        writer.field("a", true)
        writer.field("b", ["x", "y{[\\\""])
        writer.key("c")
        writer.array { writer in
            writer.object { writer in
                writer.key("d")
                writer.value(1.25)
            }
            writer.object { _ in }
            writer.object { $0.field("f", ["g"]) }
        }
        // The text is the same if it is taken in pieces.
        var text = String(decoding: writer.takeBytes(), as: UTF8.self)
        writer.key("h")
        writer.beginArray()
        text += String(decoding: writer.takeBytes(), as: UTF8.self)
        writer.endArray()
        writer.key("i")
        writer.beginArray()
        text += String(decoding: writer.takeBytes(), as: UTF8.self)
        writer.value(1)
        writer.endArray()
        writer.endObject()
        return text + String(decoding: writer.takeBytes(), as: UTF8.self)
    }
}
