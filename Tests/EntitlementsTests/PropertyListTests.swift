import Foundation
import TestSupport
import Testing

@testable import Entitlements

/// Property lists, in particular hostile ones.
struct PropertyListTests {
    private static var values: [String: Any] {
        [
            "text": "ä", "yes": true, "no": false, "list": ["a", "b"], "number": 7,
            "date": Date(timeIntervalSince1970: 0), "nested": ["long": Array(repeating: "x", count: 40)],
        ]
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func readsWhatFoundationWrites(format: PropertyListSerialization.PropertyListFormat) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: Self.values, format: format, options: 0)
        let list = try PropertyList(Array(data))
        #expect(list["text"] == .string("ä"))
        #expect(list["yes"] == .boolean(true))
        #expect(list["no"] == .boolean(false))
        #expect(list["list"] == .array([.string("a"), .string("b")]))
        #expect(list["number"] == .other)
        #expect(list["date"] == .other)
        #expect(list["nested"]?["long"]?.array?.count == 40)
        // A list that is truncated at any position causes an error or has another value, but never crashes.
        for count in stride(from: 0, to: data.count, by: 7) { _ = try? PropertyList(Array(data.prefix(count))) }
        for position in data.indices {
            var bytes = Array(data)
            bytes[position] ^= 0xFF
            _ = try? PropertyList(bytes)
        }
    }

    /// Returns a binary list of arrays that each contain the next one ten times; the last contains itself if `endless`.
    private static func binary(levels: Int, endless: Bool = false) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for level in 0..<levels {
            offsets.append(bytes.count)
            let next = endless && level == levels - 1 ? 0 : level + 1
            bytes += [0xAA] + (0..<10).flatMap { _ in [UInt8(next >> 8), UInt8(next & 255)] }
        }
        offsets.append(bytes.count)
        bytes += [0x51, 0x61]
        let table = bytes.count
        func big(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).reversed().map { UInt8(value >> (8 * $0) & 255) } }
        for offset in offsets { bytes += big(offset, 4) }
        return bytes + [0, 0, 0, 0, 0, 0, 4, 2] + big(offsets.count, 8) + big(0, 8) + big(table, 8)
    }

    /// Returns a binary list that refers to one long text many times.
    private static func repeated(length: Int, times: Int) -> [UInt8] {
        func big(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).reversed().map { UInt8(value >> (8 * $0) & 255) } }
        var bytes = Array("bplist00".utf8)
        bytes += [0xAF, 0x12] + big(times, 4) + (0..<times).flatMap { _ in [UInt8(0), 1] }
        let text = bytes.count
        bytes += [0x5F, 0x12] + big(length, 4) + Array(repeating: 0x61, count: length)
        let table = bytes.count
        bytes += big(8, 4) + big(text, 4)
        return bytes + [0, 0, 0, 0, 0, 0, 4, 2] + big(2, 8) + big(0, 8) + big(table, 8)
    }

    private static func xml(_ text: String) -> [UInt8] { Array("<?xml version=\"1.0\"?><plist>\(text)</plist>".utf8) }
    private static func nested(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }

    static let hostile: [(name: String, bytes: [UInt8])] = [
        ("XML 100,000 deep", xml(nested("<array>", "", "</array>", 100_000))),
        ("XML dictionaries 100,000 deep", xml(nested("<dict><key>a</key>", "<true/>", "</dict>", 100_000))),
        ("project text 100,000 deep", Array(nested("{a=(", "b", ");}", 100_000).utf8)),
        (
            "a billion laughs",
            Array(
                ("<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY a \"ha\">"
                    + (1...9).map { "<!ENTITY a\($0) \"" + String(repeating: "&a\($0 - 1);", count: 10) + "\">" }
                    .joined()
                    + "]><plist><string>&a9;</string></plist>").utf8)
        ),
        ("binary, ten times ten times …", binary(levels: 60)),
        ("binary, one long text 400 times", repeated(length: 1 << 20, times: 400)),
        ("binary without an end", binary(levels: 3, endless: true)),
        ("binary, 60,000 deep", binary(levels: 60_000)), ("an empty file", []), ("text", Array("hello".utf8)),
        ("a page", Array("<html></html>".utf8)),
        ("a trailer alone", Array("bplist00".utf8) + Array(repeating: 0xFF, count: 32)),
    ]

    @Test(arguments: hostile)
    func refusesHostileLists(_ list: (name: String, bytes: [UInt8])) {
        #expect(throws: EntitlementsError.self, "\(list.name)") { try PropertyList(list.bytes) }
    }

    @Test func readsWhatIsSharedInBounds() throws {
        #expect(try PropertyList(Self.binary(levels: 3)).array?.count == 10)
        #expect(try PropertyList(Self.repeated(length: 100, times: 400)).array?.count == 400)
    }
}
