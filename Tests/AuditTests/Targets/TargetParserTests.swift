import Audit
import Testing

@Suite struct TargetParserTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var input: String
        var host: String
        var display: String?
        var port = 443
        /// A part of each note, in order.
        var notes: [String] = []

        var testDescription: String { input.debugDescription }
    }

    static let understood: [Row] = [
        Row(input: "example.com", host: "example.com"),
        Row(input: "localhost", host: "localhost"),
        Row(input: "a_b.example.com", host: "a_b.example.com"),
        Row(input: "r3---sn-4g5e.example.com", host: "r3---sn-4g5e.example.com"),
        Row(input: "EXAMPLE.Com", host: "example.com", notes: ["lower case"]),
        Row(input: "example.com.", host: "example.com", notes: ["trailing dot"]),
        Row(input: "Example.COM.", host: "example.com", notes: ["lower case", "trailing dot"]),
        Row(input: " example.com\t", host: "example.com", notes: ["white space"]),
        Row(input: "example.com:8443", host: "example.com", port: 8443),
        Row(input: "example.com.:8443", host: "example.com", port: 8443, notes: ["trailing dot"]),
        Row(input: "example.com:443", host: "example.com"),
        Row(input: "example.com:", host: "example.com"),
        Row(input: "example.com/path", host: "example.com", notes: ["“/path” was removed"]),
        Row(input: "example.com/", host: "example.com"),
        Row(input: "example.com?x=https://y.example", host: "example.com", notes: ["removed"]),
        // URLs
        Row(input: "https://example.com", host: "example.com", notes: ["URL"]),
        Row(input: "HTTPS://Example.com/a/b?c#d", host: "example.com", notes: ["URL", "lower case"]),
        Row(input: "https://example.com:8443/", host: "example.com", port: 8443, notes: ["URL"]),
        Row(input: "http://example.com", host: "example.com", notes: ["URL", "over https"]),
        Row(input: "http://example.com:80/", host: "example.com", notes: ["URL", "over https"]),
        Row(input: "https://example.com:80/", host: "example.com", port: 80, notes: ["URL"]),
        Row(input: "http://example.com:8080", host: "example.com", port: 8080, notes: ["URL", "over https"]),
        Row(input: "https://me:secret@example.com/x", host: "example.com", notes: ["URL", "user information"]),
        Row(input: "https://example.com/@someone", host: "example.com", notes: ["URL"]),
        Row(input: "https://good.example@evil.example", host: "evil.example", notes: ["URL", "user information"]),
        // Entitlement entries
        Row(input: "applinks:example.com", host: "example.com", notes: ["(applinks)"]),
        Row(input: "applinks:*.example.com", host: "example.com", notes: ["(applinks)", "“*.”"]),
        Row(
            input: "applinks:*.example.com?mode=developer", host: "example.com",
            notes: ["(applinks)", "“?mode=developer”", "“*.”"]),
        Row(input: "webcredentials:example.com:8443", host: "example.com", port: 8443, notes: ["(webcredentials)"]),
        Row(input: "AppClips:example.com", host: "example.com", notes: ["(appclips)"]),
        Row(input: "messagefilter:example.com", host: "example.com", notes: ["(messagefilter)"]),
        Row(input: "activitycontinuation:example.com", host: "example.com", notes: ["(activitycontinuation)"]),
        Row(input: "applinks:https://example.com/x", host: "example.com", notes: ["(applinks)", "“/x”"]),
        Row(input: "*.example.com", host: "example.com", notes: ["“*.”"]),
        // Internationalised names (RFC 5891, UTS #46 non-transitional)
        Row(input: "bücher.example", host: "xn--bcher-kva.example", display: "bücher.example", notes: ["ASCII"]),
        Row(input: "BÜCHER.example", host: "xn--bcher-kva.example", display: "bücher.example", notes: ["ASCII"]),
        Row(input: "bu\u{308}cher.example", host: "xn--bcher-kva.example", display: "bücher.example", notes: ["ASCII"]),
        Row(input: "bücher。example", host: "xn--bcher-kva.example", display: "bücher.example", notes: ["ASCII"]),
        Row(input: "faß.example", host: "xn--fa-hia.example", display: "faß.example", notes: ["ASCII"]),
        Row(input: "xn--bcher-kva.example", host: "xn--bcher-kva.example", display: "bücher.example"),
        Row(input: "XN--BCHER-KVA.example", host: "xn--bcher-kva.example", display: "bücher.example", notes: ["lower"]),
        Row(
            input: "https://日本語.example:8443/", host: "xn--wgv71a119e.example", display: "日本語.example", port: 8443,
            notes: ["URL", "ASCII"]),
        // Names that decode to invalid characters are shown in encoded form.
        Row(input: "xn--a.example", host: "xn--a.example"),
        Row(input: "xn--i-7iq.example", host: "xn--i-7iq.example"),
        Row(input: "xn--999999999.example", host: "xn--999999999.example"),
        Row(input: "exam\u{200B}ple.com", host: "example.com", notes: ["ASCII"]),
        Row(input: "ａｂ.example", host: "ab.example", notes: ["ASCII"]),
        // Address literals
        Row(input: "192.0.2.1", host: "192.0.2.1"),
        Row(input: "192.0.2.1:8443", host: "192.0.2.1", port: 8443),
        Row(input: "１９２.0.2.1", host: "192.0.2.1", notes: ["ASCII"]),
        Row(input: "2001:db8::1", host: "2001:db8::1"),
        Row(input: "[2001:DB8:0::1]", host: "2001:db8::1", notes: ["short form"]),
        Row(input: "[::1]:8443", host: "::1", port: 8443),
        Row(input: "https://[::1]:8443/", host: "::1", port: 8443, notes: ["URL"]),
        // The longest that RFC 1035 allows
        Row(input: longestLabel + ".example", host: longestLabel + ".example"),
        Row(input: longestName, host: longestName),
        Row(input: longestName + ".", host: longestName, notes: ["trailing dot"]),
    ]

    static let longestLabel = String(repeating: "a", count: 63)
    static let longestName =
        Array(repeating: longestLabel, count: 3).joined(separator: ".") + "."
        + String(repeating: "b", count: 61)

    @Test(arguments: understood)
    func readsWhatUsersWrite(_ row: Row) throws {
        let target = try TargetParser.parse(row.input)
        #expect(target.host == row.host)
        #expect(target.domain.displayHost == row.display ?? row.host)
        #expect(target.port == row.port)
        try #require(target.notes.count == row.notes.count, "\(target.notes)")
        for (note, piece) in zip(target.notes, row.notes) { #expect(note.contains(piece)) }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        var input: String
        /// The words that the error must contain.
        var words: [String]

        init(_ input: String, _ words: String...) {
            self.input = input
            self.words = words
        }

        var testDescription: String { String(input.prefix(40)).debugDescription }
    }

    static let refused: [Refused] = [
        Refused("", "it is empty"),
        Refused(" \t ", "it is empty"),
        Refused("exa\u{0}mple.com", "there is a control character", "U+0000"),
        Refused("example.com\nexample.org", "there is a control character", "U+000A"),
        Refused("exam\u{1B}[31mple.com", "there is a control character", "U+001B"),
        Refused("ftp://example.com", "is not a scheme", "“ftp://”"),
        Refused("javascript://example.com", "is not a scheme"),
        Refused("https://", "there is no host name"),
        Refused("https:///path", "there is no host name"),
        Refused("applinks:", "there is no host name"),
        Refused(":8443", "there is no host name"),
        Refused(".", "there is no host name"),
        Refused("//example.com", "there is no host name"),
        Refused("example.com:0", "is not a port"),
        Refused("example.com:65536", "is not a port", "65535"),
        Refused("example.com:+443", "is not a port"),
        Refused("example.com:https", "is not a port", "“https”"),
        Refused("example.com:000443", "is not a port"),
        Refused("applink:example.com", "is not a port", "webcredentials"),
        Refused("256.0.2.1", "is not an IPv4 address"),
        Refused("127.1", "is not an IPv4 address", "192.0.2.1"),
        Refused("0x7f000001", "is not an IPv4 address"),
        Refused("0x7f.0.0.0x1", "is not an IPv4 address"),
        Refused("192.0.2.01", "is not an IPv4 address"),
        Refused("2130706433", "is not an IPv4 address"),
        Refused("example.123", "is not an IPv4 address"),
        Refused("[::1", "has no closing bracket"),
        Refused("[::1]x", "follows the closing bracket"),
        Refused("[example.com]", "is not an IPv6 address"),
        Refused("[fe80::1%eth0]", "is not an IPv6 address", "zone"),
        Refused("1:2:3", "is not an IPv6 address"),
        Refused("exam ple.com", "has a space in it; expected a single domain, whose name has no spaces"),
        Refused("a.example,b.example", " in it; expected a single domain", "“,”"),
        Refused("exam%70le.com", "in the host name", "“%”"),
        Refused("exa\\mple.com", "in the host name"),
        Refused("example.com!", "in the host name", "“!”"),
        Refused("exa..mple.com", "has an extra dot"),
        Refused(".example.com", "has an extra dot"),
        Refused("example.com..", "has an extra dot"),
        Refused("-example.com", "begins or ends with a hyphen"),
        Refused("example-.com", "begins or ends with a hyphen"),
        Refused(String(repeating: "a", count: 64) + ".com", "has 64 characters"),
        Refused(longestName + "b", "the host name has", "254"),
        Refused(String(repeating: "ü.", count: 600), "the host name has"),
        Refused("*", "has “*” inside the name"),
        Refused("a*.example.com", "has “*” inside the name"),
        Refused("www.*.example.com", "has “*” inside the name"),
        Refused("someone@example.com", "there is an “@” in the name"),
        Refused("i❤.example", "is not an internationalized host name", "xn--"),
        Refused("\u{202E}ü.example", "is not an internationalized host name"),
        Refused("\u{FFFD}.example", "is not an internationalized host name"),
        Refused("אa.example", "is not an internationalized host name"),
        Refused("ü／x.example", "is not an internationalized host name"),
        Refused(String(repeating: "a", count: 1 << 20), "it has", "1,048,576"),
        Refused(String(repeating: "ü", count: 1 << 20), "it has"),
        Refused(String(repeating: ":", count: 4096), "is not an IPv6 address"),
        Refused(String(repeating: ".", count: 4096), "the host name has"),
    ]

    @Test(arguments: refused)
    func saysWhyNot(_ row: Refused) throws {
        let error = try #require(throws: TargetError.self) { try TargetParser.parse(row.input) }
        for words in row.words { #expect(error.description.contains(words), "\(error)") }
        // The message is short and free of terminal sequences for any input.
        #expect(error.description.unicodeScalars.count < 300)
        #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!error.description.contains("\u{202E}"))
    }

    @Test(arguments: [
        ("https://me:secret@example.com/", "https://***@example.com/"),
        ("https://a@b:secret@example.com", "https://***@example.com"),
        ("me:secret@example.com", "***@example.com"),
        ("me:secret@example.com:99999", "***@example.com:99999"),
        ("https://example.com/@someone", "https://example.com/@someone"),
        ("https://example.com/?mail=me@example.com", "https://example.com/?mail=me@example.com"),
        // The password contains a slash that is not encoded.
        ("https://me:pa/secret@example.com/", "https://***@example.com/"),
        ("https://me:secret/x@example.com/", "https://***@example.com/"),
        ("https://me:12/secret@example.com", "https://***@example.com"),
        ("me:12/secret@example.com", "***@example.com"), ("me:secret/x@example.com", "***@example.com"),
        ("applinks:me:secret/x@example.com", "***@example.com"),
        ("https://me:secret?x@example.com", "https://***@example.com"),
        ("https://me:secret#x@example.com", "https://***@example.com"),
        ("https://me:p@ss/secret@example.com", "https://***@example.com"),
        ("https://me:p:secret/x@example.com", "https://***@example.com"),
        ("https://me secret:x/y@example.com", "https://***@example.com"),
        ("me:secret://x@example.com", "***@example.com"),
        ("https://me:secret@\u{301}example.com", "https://***@\u{301}example.com"),
        ("https://me:secret\u{301}/x@example.com", "https://***@example.com"),
        ("https://me:\(String(repeating: "secret", count: 700))@example.com", "https://***@example.com"),
        ("example.com", "example.com"),
    ])
    func keepsPasswordsOutOfReports(input: String, shown: String) {
        #expect(TargetParser.redacted(input) == shown)
        do {
            let target = try TargetParser.parse(input)
            #expect(target.input == shown)
            #expect(!target.notes.joined().contains("secret"))
        } catch {
            #expect(!"\(error)".contains("secret"))
        }
    }

    @Test func saysWhatIsWrongBehindUserInformation() {
        let error = #expect(throws: TargetError.self) { try TargetParser.parse("https://me:secret@exa mple.com") }
        #expect(error?.description.contains("“exa mple.com” has a space") == true)
    }

    @Test func cutsLongInputsInReports() {
        #expect(TargetParser.redacted(String(repeating: "é", count: 1 << 20)).unicodeScalars.count == 201)
    }
}
