import Testing

import struct Foundation.Date

@testable import Audit

/// The small parts that judging is made of.
struct JudgingPartsTests {
    // The first four are vectors of NIST (FIPS 180-4 examples and the byte-oriented test suite).
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (
            String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func hashes(_ text: String, _ hash: String) {
        #expect(SHA256.hexadecimal(Array(text.utf8)) == hash)
    }

    @Test(arguments: [55, 56, 57, 63, 64, 65, 119, 120, 127, 128])
    func hashesEveryLengthOfTheLastBlock(_ count: Int) {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(SHA256.hexadecimal(bytes).count == 64)
        #expect(SHA256.hexadecimal(bytes) != SHA256.hexadecimal(bytes + [0]))
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (1_772_366_400, "2026-03-01T12:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-62_167_219_200, "0000-01-01T00:00:00Z"),
    ])
    func writesMoments(_ seconds: Double, _ text: String) {
        #expect(Moment(Date(timeIntervalSince1970: seconds))?.text == text)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 253_402_300_800])
    func hasNoWordsForAbsurdDates(_ seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(Moment(date) == nil)
        #expect(Moment.day(date) == "a date that cannot be read")
        #expect(abs(Moment.days(from: Date(timeIntervalSince1970: 0), to: date)) <= 4_000_000)
    }

    @Test(arguments: [
        ("https://Example.com/a?b", "https", "example.com", "/a?b"), ("http://example.com", "http", "example.com", "/"),
        ("https://u:p@example.com:8443#f", "https", "example.com", "/#f"),
        ("https://[2001:DB8::1]:8443/x", "https", "2001:db8::1", "/x"), ("HTTPS://a\\@b/", "https", "a", "/\\@b/"),
    ])
    func splitsURLs(_ url: String, _ scheme: String, _ host: String, _ path: String) throws {
        let parts = try #require(URLParts(url))
        #expect(parts.scheme == scheme)
        #expect(parts.host == host)
        #expect(parts.path == path)
    }

    @Test(arguments: [
        "", "/x", "https:", "https:/x", "https:///x", "ftp://example.com/", "https://[::1/", "https://@/",
    ])
    func splitsNothingElse(_ url: String) { #expect(URLParts(url) == nil) }

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
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (131_072, "131 072 bytes"), (-1234, "-1 234 bytes"),
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
