import Testing

@testable import Transport

struct CachedNamesTests {
    private func entry(_ host: String, _ addresses: String...) -> NameEntry {
        NameEntry(host: host, port: 443, addresses: addresses.compactMap { IPAddress($0) })
    }

    @Test func writesAddressesAsLibcurlReadsThem() {
        let entry = entry("a.test", "192.0.2.1", "2001:db8::1")
        #expect(entry.addition == "+a.test:443:192.0.2.1,[2001:db8::1]")
        #expect(entry.removal == "-a.test:443")
    }

    @Test func aNameGoesWithTheNextTransferAfterItsLastUser() {
        var names = CachedNames()
        #expect(names.changes(using: [entry("a.test", "192.0.2.1")]) == ["+a.test:443:192.0.2.1"])
        #expect(names.changes(using: [entry("a.test", "192.0.2.2")]) == ["+a.test:443:192.0.2.2"])
        names.release(entry("a.test", "192.0.2.1"))
        #expect(names.changes(using: []).isEmpty)
        names.release(entry("a.test", "192.0.2.2"))
        #expect(names.changes(using: [entry("b.test", "192.0.2.3")]) == ["-a.test:443", "+b.test:443:192.0.2.3"])
        #expect(names.changes(using: []).isEmpty)
    }

    @Test func aNameThatIsNeededAgainIsTakenOutBeforeItIsPutIn() {
        var names = CachedNames()
        _ = names.changes(using: [entry("a.test", "192.0.2.1")])
        names.release(entry("a.test", "192.0.2.1"))
        #expect(names.changes(using: [entry("a.test", "192.0.2.2")]) == ["-a.test:443", "+a.test:443:192.0.2.2"])
    }
}
