import Audit
import Testing

/// The canonical form of a domain.
struct DomainIDTests {
    @Test(arguments: [
        ("example.com", 443, "example.com", "example.com"),
        ("example.com", 8443, "example.com:8443", "example.com:8443"),
        ("2001:db8::1", 443, "2001:db8::1", "[2001:db8::1]"),
        ("2001:db8::1", 8443, "[2001:db8::1]:8443", "[2001:db8::1]:8443"),
        ("192.0.2.1", 80, "192.0.2.1:80", "192.0.2.1:80"),
    ])
    func bracketsAnIPv6AddressBeforeItsPort(host: String, port: Int, name: String, authority: String) {
        let domain = DomainID(host: host, port: port)
        #expect(domain.name == name)
        #expect(domain.authority == authority)
    }

    /// All notations of a domain are equal, but another port is another domain.
    @Test(arguments: [
        ("münchen.example", "XN--MNCHEN-3YA.example.", true), ("https://example.com/", "example.com:443", true),
        ("2001:DB8::1", "[2001:db8::1]:443", true), ("example.com", "example.com:8443", false),
    ])
    func isOneForAllThatMeansTheSame(first: String, second: String, isSame: Bool) throws {
        #expect(try (TargetParser.parse(first).domain == TargetParser.parse(second).domain) == isSame)
    }
}
