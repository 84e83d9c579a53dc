import Testing
import Transport

struct IPAddressTests {
    @Test(arguments: [
        ("8.8.8.8", true), ("1.1.1.1", true), ("172.15.255.255", true), ("172.32.0.0", true), ("100.128.0.1", true),
        ("192.0.1.1", true), ("223.255.255.255", true), ("198.20.0.1", true),
        ("10.0.0.1", false), ("127.0.0.1", false), ("127.255.255.255", false), ("0.0.0.0", false),
        ("100.64.0.1", false), ("100.127.255.255", false), ("169.254.169.254", false), ("172.16.0.1", false),
        ("172.31.255.255", false), ("192.168.1.1", false), ("192.0.0.8", false), ("192.0.2.1", false),
        ("198.18.0.1", false), ("198.19.255.255", false), ("198.51.100.7", false), ("203.0.113.9", false),
        ("224.0.0.1", false), ("240.0.0.1", false), ("255.255.255.255", false),
        ("168.63.129.16", false), ("168.63.129.15", true), ("168.63.129.17", true), ("100.100.100.200", false),
        ("192.0.0.192", false), ("fd00:ec2::254", false), ("fd20:ce::254", false), ("::ffff:168.63.129.16", false),
        ("2606:4700::1", true), ("2a00:1450:4001:80b::200e", true), ("2001:4860:4860::8888", true),
        ("::1", false), ("::", false), ("fe80::1", false), ("fc00::1", false), ("fd12:3456::1", false),
        ("ff02::1", false), ("2001:db8::1", false), ("2001::1", false), ("3fff::1", false), ("4000::1", false),
        ("::ffff:10.0.0.1", false), ("::ffff:8.8.8.8", true), ("64:ff9b::8.8.8.8", true), ("64:ff9b::127.0.0.1", false),
        ("2002:a00:1::", false), ("2002:808:808::", true),
    ])
    func saysWhetherTheInternetCanReachIt(text: String, isPublic: Bool) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isPublic == isPublic)
    }

    @Test(arguments: ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "[::1]", "fe80::1%eth0", "example.com", "0x7f.1"])
    func refusesWhatIsNoAddress(text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        ("2001:DB8:0:0::1", "2001:db8::1"), ("127.0.0.1", "127.0.0.1"), ("::FFFF:1.2.3.4", "::ffff:1.2.3.4"),
    ])
    func printsTheUsualForm(text: String, expected: String) throws {
        #expect(try #require(IPAddress(text)).description == expected)
    }

    @Test func needsFourOrSixteenBytes() {
        #expect(IPAddress(bytes: [1, 2, 3]) == nil)
        #expect(IPAddress(bytes: [1, 2, 3, 4])?.description == "1.2.3.4")
    }
}
