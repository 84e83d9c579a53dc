import Audit
import Testing

/// The keys by which a job on several machines recognizes names of the same domain.
struct ShardKeyTests {
    /// Names that are stored as they are.
    @Test(arguments: [
        ("a.example", ["a.example", "A.Example.", "*.a.example", "a.example/@x", "http://a.example:80", "a.example:"]),
        ("a.example:8443", ["applinks:a.example:8443?mode=developer", "https://***@a.example:8443/"]),
        ("xn--bcher-kva.example", ["BÜCHER。example", "bu\u{308}cher.example", "xn--bcher-kva.example."]),
        ("xn--strae-oqa.example", ["straße.example"]), ("strasse.example", ["strasse.example"]),
        ("[2001:db8::1]", ["2001:db8::1", "https://[2001:DB8:0::1]/"]), ("192.0.2.1", ["192.0.2.1"]),
        ("a b", ["a b"]), ("", [""]), ("ftp://a.example", ["ftp://a.example"]), ("a.example:0", ["a.example:0"]),
    ])
    func spellingsOfADomainShareAKey(key: String, names: [String]) throws {
        for name in names { try check(name, isStoredAs: name, key: key) }
    }

    /// Without its secret or its end, a name must neither become valid nor mean another domain.
    @Test(arguments: [
        ("https://me:secret@a.example/x", "https://***@a.example/x", "a.example"),
        ("https://me:secret@a.example/@x", "a.example", "a.example"),
        ("https://bücher.example:443/?to=me@b.example", "xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("https://a.example:8443/@x", "a.example:8443", "a.example:8443"),
        ("[2001:db8::1]:8443/@x", "[2001:db8::1]:8443", "[2001:db8::1]:8443"),
        ("https://me:secret@a b", "https://***@a b", "https://***@a b"),
        ("https://me:pa/secret@a.example", "***@a.example", "***@a.example"),
        ("a.example/" + String(repeating: "x", count: 5000), "***@a.example/" + cut, "***@a.example/" + cut),
    ])
    func secretsAreNotStored(input: String, name: String, key: String) throws {
        try check(input, isStoredAs: name, key: key)
    }

    /// Different domains, and what is not a domain, have different keys.
    @Test func namesOfDifferentDomainsHaveDifferentKeys() {
        let names = [
            "strasse.example", "straße.example", "ΟΔΟΣ.example", "οδος.example", "a.example", "a.example:8443",
            "me@a.example", "mailto:a.example", "ftp://a.example", "https://a.example:8444/@dana", "b.example/@dana",
        ]
        #expect(Set(names.map { ShardKey($0).text }).count == names.count)
    }

    /// These hashes must never change, because existing lists are split by them.
    @Test(
        arguments: [
            ("www.example.com", 6_298_361_470_317_974_181), ("a.b.example.co.uk", 17_625_279_710_131_503_128),
            ("[2001:db8::1]:8443", 17_169_056_521_878_982_423), ("192.0.2.1", 8_164_734_726_503_494_881),
            ("localhost", 15_798_351_742_368_912_974), ("www.bücher.example", 8_873_868_726_857_203_779),
        ] as [(String, UInt64)])
    func hashOfASiteIsFixed(name: String, hash: UInt64) {
        #expect(ShardKey(name).hash == hash)
    }

    private static let cut = String(repeating: "x", count: 190) + "…"

    private func check(_ input: String, isStoredAs name: String, key: String) throws {
        let found = ShardKey(input)
        #expect(found.name == name)
        #expect(found.text == key)
        #expect(try Shard("\(found.hash % 16)/16").contains(TargetEntry(input)))
        // The program, which is given the stored name, reports it unchanged, and as the same domain.
        #expect(TargetEntry(name).input == name)
        #expect(ShardKey(name).text == key)
    }
}
