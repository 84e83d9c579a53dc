import Testing

import struct Foundation.Date

@testable import Audit

/// The functions that checks share.
struct JudgingPartsTests {
    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 253_402_300_800])
    func countsTheDaysToAbsurdDates(_ seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(!Wording.duration(from: Date(timeIntervalSince1970: 0), to: date).isEmpty)
        #expect(abs(Wording.days(from: Date(timeIntervalSince1970: 0), to: date)) <= 4_000_000)
    }

    @Test func saysThatADateCannotBeRead() { #expect(Wording.moment(nil) == "a date that cannot be read") }

    @Test(arguments: [
        ("application/json", "application/json", nil),
        (" Application/JSON ;charset=UTF-8", "application/json", "utf-8"),
        ("text/html; x; charset = \"ISO-8859-1\"", "text/html", "iso-8859-1"), (";", "", nil),
        ("a;charset", "a", nil),
    ])
    func readsMediaTypes(_ value: String, _ essence: String, _ charset: String?) {
        #expect(MediaType(value).essence == essence)
        #expect(MediaType(value).charset == charset)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (131_072, "131,072 bytes"), (-1234, "-1,234 bytes"),
    ])
    func groupsDigits(_ number: Int, _ text: String) { #expect(Wording.bytes(number) == text) }

    @Test(arguments: [
        (0.0, "0.0 s"), (2400, "2.4 s"), (-150, "-0.2 s"), (Double.nan, "an unknown time"), (1e300, "an unknown time"),
    ])
    func writesSeconds(_ milliseconds: Double, _ text: String) { #expect(Wording.seconds(milliseconds) == text) }

    @Test(arguments: [
        ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and 1 more"),
    ])
    func listsWords(_ words: [String], _ text: String) { #expect(Wording.list(words, limit: 3) == text) }

    @Test func findsBytes() {
        let hay = Array("xabcabd".utf8)
        #expect(Bytes.firstIndex(of: Array("abd".utf8), in: hay[...]) == 4)
        #expect(Bytes.firstIndex(of: Array("abd".utf8), in: hay[2...]) == 4)
        #expect(Bytes.firstIndex(of: Array("abe".utf8), in: hay[...]) == nil)
        #expect(Bytes.firstIndex(of: Array("abd".utf8), in: hay[5...]) == nil)
        #expect(Bytes.firstIndex(of: Array("abd".utf8), in: []) == nil)
    }
}
