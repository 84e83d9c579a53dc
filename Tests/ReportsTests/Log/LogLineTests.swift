import Findings
import Foundation
import Testing

@testable import Reports

struct LogLineTests {
    static let time = Date(timeIntervalSince1970: 1_700_000_000.25)

    @Test func saysTheSameAsTextAndAsJSON() {
        func text(_ format: LogFormat) -> String {
            LogLine.text(
                format, time: Self.time, level: "warning", message: "something happened",
                details: [
                    "domain": "example.com", "count": 3, "ms": .number(1.5), "round": .number(20), "complete": true,
                    "none": .null,
                    "codes": ["a", "b c"],
                    "inner": ["x": 1],
                ])
        }
        #expect(
            text(.text) == """
                2023-11-14T22:13:20.250Z WARNING something happened domain=example.com count=3 ms=1.5 round=20 complete=true none=- \
                codes=[a,"b c"] inner={x=1}

                """)
        #expect(
            text(.json) == """
                {"time":"2023-11-14T22:13:20.250Z","level":"warning","message":"something happened",\
                "domain":"example.com","count":3,"ms":1.5,"round":20,"complete":true,"none":null,"codes":["a","b c"],"inner":{"x":1}}

                """)
    }

    /// An untrusted value is a single word in a line.
    @Test(arguments: [
        ("", #""""#), ("-", #""-""#), ("plain/word:1", "plain/word:1"), ("two words", #""two words""#),
        (#"quote" level=error"#, #""quote\" level=error""#), (#"back\slash"#, #""back\\slash""#),
        ("line\nbreak", #""line\u{A}break""#), ("\u{1B}[2J", #""\u{1B}[2J""#), ("\u{202E}evil", #""\u{202E}evil""#),
        ("é", #""é""#), ("a,b", #""a,b""#), ("a=b", #""a=b""#),
    ])
    func keepsAValueInOneWord(value: String, word: String) {
        let text = LogLine.text(.text, time: Self.time, level: "info", message: "m", details: ["v": .string(value)])
        #expect(text == "2023-11-14T22:13:20.250Z INFO m v=\(word)\n")
    }

    @Test(arguments: LogFormat.allCases)
    func neverBecomesTwoLinesOrSteersATerminal(format: LogFormat) throws {
        let hostile = "\r\n2023-11-14T22:13:20.250Z ERROR forged \u{1B}]0;x\u{7}\u{2028}\u{85}\0\u{9B}2J"
        let text = LogLine.text(
            format, time: Self.time, level: "info", message: hostile,
            details: ["value": .string(hostile), "list": .strings([hostile]), "object": .object(["key\n": "x"])])
        #expect(text.hasSuffix("\n"))
        #expect(text.dropLast().unicodeScalars.allSatisfy { !$0.properties.generalCategory.isControl }, "\(text)")
        if format == .json {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            #expect(object["value"] as? String == hostile)
        }
    }

    @Test(arguments: LogFormat.allCases)
    func truncatesLongTexts(format: LogFormat) {
        let long = String(repeating: "x", count: 5_000_000)
        let line = LogLine.text(
            format, time: Self.time, level: "info", message: long, details: ["a": .string(long), "b": .strings([long])])
        #expect(line.unicodeScalars.count < 3 * (LogLine.maxTextLength + 200))
        let fitting = LogLine.text(
            format, time: Self.time, level: "info", message: String(repeating: "y", count: LogLine.maxTextLength))
        #expect(!fitting.contains("…"))
    }

    @Test func keepsItsOwnKeys() throws {
        let line = LogLine.text(
            .json, time: Self.time, level: "info", message: "m", details: ["level": "x", "message": "y"])
        #expect(
            line == """
                {"time":"2023-11-14T22:13:20.250Z","level":"info","message":"m","level_":"x","message_":"y"}

                """)
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool { [.control, .format, .lineSeparator, .paragraphSeparator].contains(self) }
}
