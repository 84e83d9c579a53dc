import Audit
import Testing

struct TargetLabelTests {
    @Test(arguments: [
        ("example.com", 443, "example.com", "example.com"),
        ("example.com", 8443, "example.com:8443", "example.com:8443"),
        ("2001:db8::1", 443, "2001:db8::1", "[2001:db8::1]"),
        ("2001:db8::1", 8443, "[2001:db8::1]:8443", "[2001:db8::1]:8443"),
        ("192.0.2.1", 80, "192.0.2.1:80", "192.0.2.1:80"),
    ])
    func bracketsAnIPv6AddressBeforeItsPort(host: String, port: Int, label: String, authority: String) {
        #expect(Target.label(host, port: port) == label)
        #expect(Target(input: host, host: host, port: port).authority == authority)
    }

    @Test func leavesOutAPortThatIsNotKnown() {
        #expect(Target.label("2001:db8::1", port: 0) == "2001:db8::1")
    }
}
