import Testing

@testable import Transport

struct HostsFileTests {
    @Test func readsNamesAndComments() {
        let hosts = HostsFile(
            text: "127.0.0.1 a.test B.test # c.test\n# 1.1.1.1 d.test\n::1\ta.test\nnonsense e.test\n")
        #expect(hosts.addresses(of: "a.test")?.map(\.description) == ["127.0.0.1", "::1"])
        #expect(hosts.addresses(of: "b.test")?.map(\.description) == ["127.0.0.1"])
        for name in ["c.test", "d.test", "e.test"] { #expect(hosts.addresses(of: name) == nil) }
    }

    @Test func localhostIsAlwaysLoopback() {
        let hosts = HostsFile(path: "/nowhere/at/all")
        #expect(hosts.addresses(of: "localhost")?.map(\.description) == ["127.0.0.1", "::1"])
        #expect(hosts.addresses(of: "app.localhost")?.isEmpty == false)
        #expect(hosts.addresses(of: "example.com") == nil)
    }
}
