import Audit
import Testing

/// The assignment of targets to shards, which is the same on every machine.
struct ShardTests {
    /// Returns random names: registered domains below all kinds of suffixes, with hosts.
    private static func names(_ count: Int, _ random: inout SystemRandomNumberGenerator) -> [(
        site: String, host: String
    )] {
        let suffixes = ["com", "de", "co.uk", "com.au", "museum", "xn--p1ai"]
        return (0..<count).map { number in
            let site = "s\(number)-\(random.next() % 1000).\(suffixes.randomElement(using: &random) ?? "com")"
            let prefix = ["", "www.", "shop.", "a.b.", "*."].randomElement(using: &random) ?? ""
            return (site, prefix + site)
        }
    }

    @Test func everyTargetIsInOneShareWithAllOfItsSite() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5 {
            let count = Int.random(in: 1...50, using: &random)
            let shards = try (0..<count).map { try Shard("\($0)/\(count)") }
            for (site, host) in Self.names(100, &random) {
                let forms = [
                    host, site, "www.\(site)", "https://\(site)/path", "\(site):8443", site.uppercased() + ".",
                ]
                let found = forms.map { form in shards.filter { $0.contains(TargetEntry(form)) }.map(\.description) }
                #expect(found[0].count == 1, "\(host): \(found[0])")
                #expect(Set(found).count == 1, "\(host): \(found)")
            }
            for text in ["", "not a host", "exa_mple..com", "\u{202E}"] {
                #expect(shards.count { $0.contains(TargetEntry(text)) } == 1)
            }
        }
    }

    @Test(arguments: [2, 3, 16, 40])
    func sharesAreOfAboutTheSameSize(count: Int) throws {
        // Numbered names are the hardest for a hash.
        let entries = (0..<200 * count).map { TargetEntry("d\($0).example") }
        for index in 0..<count {
            let shard = try Shard("\(index)/\(count)")
            let size = entries.count { shard.contains($0) }
            #expect((120...280).contains(size), "\(shard): \(size)")
        }
    }

    /// The assignment to a shard stays the same, in later versions and in programs that follow the same rule.
    @Test(arguments: [
        ("example.com", 5), ("www.example.com", 5), ("a.b.example.co.uk", 8), ("xn--bcher-kva.example", 3),
        ("192.0.2.1", 1), ("[2001:db8::1]:8443", 7), ("not a host", 10),
    ])
    func theRuleDoesNotChange(input: String, index: Int) throws {
        let found = try (0..<16).filter { try Shard("\($0)/16").contains(TargetEntry(input)) }
        #expect(found == [index])
    }

    @Test(arguments: [
        ("example.com", "example.com"), ("www.example.com", "example.com"), ("a.b.c.example.com", "example.com"),
        ("www.example.co.uk", "example.co.uk"), ("example.co.uk", "example.co.uk"), ("co.uk", "co.uk"),
        ("www.example.com.au", "example.com.au"), ("www.example.de", "example.de"), ("localhost", "localhost"),
        ("www.com.de", "www.com.de"), ("www.co.com", "co.com"), ("a.b.ne.jp", "b.ne.jp"),
        ("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"),
    ])
    func aSiteIsWhatWasProbablyRegistered(host: String, site: String) {
        #expect(DomainID(host: host).site == site)
    }

    @Test(arguments: [
        "", "1", "/", "1/", "/2", "2/2", "-1/2", "0/0", "1/2/3", "a/b", " 0/2", "+0/2", "0/1000001",
        "0/99999999999999999999",
    ])
    func errorShowsTheFormOfAShard(text: String) throws {
        let error = try #require(throws: SettingError.self) { try Shard(text) }
        #expect(error.expected.contains("0/4, 1/4, 2/4 and 3/4"))
    }
}
