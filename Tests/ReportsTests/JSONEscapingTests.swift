import Foundation
import Testing

@testable import Records
@testable import Reports

/// Bytes that need no escaping are copied together: a text is read back unchanged for any position of a special scalar,
/// and any number of bytes before and after it.
struct JSONEscapingTests {
    private static let pieces: [String] = [
        "a", "bc", "defghij", "quite plain text", "\"", "\\", "\n", "\r", "\t", "\0", "\u{1B}", "\u{7F}", "\u{80}",
        "\u{9F}", "\u{A0}", "é", "漢", "😀", "\u{200B}", "\u{202E}", "\u{2066}", "\u{2010}", "/", "</script>",
    ]

    private static func written(_ texts: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.array { for text in texts { $0.value(text) } }
        return writer.takeBytes()
    }

    @Test func everyScalarComesBackAtEveryPlaceInAWord() throws {
        let texts = Self.pieces.flatMap { piece in
            (0...9).flatMap { before in
                (0...9).map { String(repeating: "x", count: before) + piece + String(repeating: "y", count: $0) }
            }
        }
        #expect(try JSONDecoder().decode([String].self, from: Data(Self.written(texts))) == texts)
    }

    @Test func randomTextsAreReadAsWritten() throws {
        var random = SystemRandomNumberGenerator()
        let texts = (0..<5_000).map { _ in
            (0..<Int.random(in: 0...40, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
                .joined()
        }
        let bytes = Self.written(texts)
        let read = try JSONDecoder().decode([String].self, from: Data(bytes))
        for (text, back) in zip(texts, read) { #expect(text.utf8.elementsEqual(back.utf8)) }
        #expect(read.count == texts.count)
    }

    @Test func outputHasNoControlCharacters() {
        let text = String(decoding: Self.written(Self.pieces), as: UTF8.self)
        let steering = text.unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\n" || $0.properties.generalCategory == .format
        }
        #expect(steering.isEmpty)
    }

    @Test func aLongTextOfEscapesComesBack() throws {
        let texts = ["\u{1}", "\"", "\u{2028}"].map { String(repeating: $0, count: 100_000) }
        #expect(try JSONDecoder().decode([String].self, from: Data(Self.written(texts))) == texts)
    }
}
