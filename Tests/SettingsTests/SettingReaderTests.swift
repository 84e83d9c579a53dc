import Audit
import Testing
import Transport

@testable import Settings

@Suite struct SettingReaderTests {
    // MARK: - Times and numbers

    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("1ms", .milliseconds(1)), ("10s", .seconds(10)),
        ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)), ("1h", .seconds(3600)), ("365d", .seconds(365 * 86_400)),
        ("0.5m", .seconds(30)), ("010s", .seconds(10)),
    ])
    func readsTimesWithUnits(text: String, duration: Duration) throws {
        #expect(try SettingReader.duration(text) == duration)
    }

    @Test(arguments: [
        ("10", "write, for example, 10s, 10m or 10d"), ("0", "for example, 60s"), ("", "10s"), ("s", "10s"),
        ("ten seconds", "number and a unit"), ("-1s", "not a time"),
        ("1 s", "not a time"), ("1e3s", "not a time"), ("infs", "not a time"), ("1.2.3s", "not a time"),
        (".5s", "not a time"), ("5.s", "not a time"), ("0s", "the minimum is 1ms"), ("0.1ms", "1ms"), ("366d", "365d"),
        (String(repeating: "9", count: 400) + "s", "not a time"), ("10S", "number and a unit"), ("10µs", "not a time"),
        ("\u{1B}[31ms", "\\u{1B}"),
    ])
    func saysWhyATimeCannotBeRead(text: String, words: String) throws {
        let error = try #require(throws: SettingError.self) { try SettingReader.duration(text) }
        #expect(error.description.contains(words), "\(error)")
        #expect(!error.description.contains("\u{1B}"))
    }

    @Test(arguments: ["", "x", "1.5", "+1", "0", "11", "-1", "99999999999999999999999"])
    func refusesNumbersOutOfRange(text: String) throws {
        let error = try #require(throws: SettingError.self) { try SettingReader.integer(text, in: 1...10) }
        #expect(error.description.contains("from 1 to 10"))
    }

    @Test func readsNumbersInRange() throws {
        #expect(try SettingReader.integer("1", in: 1...10) == 1)
        #expect(try SettingReader.integer("10", in: 1...10) == 10)
        #expect(try SettingReader.integer("-5", in: -5...10) == -5)
    }

    @Test(arguments: [
        "https://links.example/night.html", "http://links.example/site/", "https://links.example:8443/",
    ])
    func readsTheAddressOfAReport(text: String) throws {
        #expect(try SettingReader.reportURL(text) == text)
    }

    @Test(arguments: [
        ("links.example", "is not a URL"), ("javascript:alert(1)", "is not a URL"),
        ("ftp://links.example/", "its scheme is not supported"), ("https://me@links.example/", "user information"),
        ("https://links.example/#x", "a query or a “#”"), ("https://links.example/?x", "a query or a “#”"),
        ("https://links.example/\u{1B}", "is not a URL"),
        ("https://links.example/" + String(repeating: "x", count: 200), "longer than 200 characters"),
    ])
    func saysWhyAnAddressOfAReportIsRefused(text: String, words: String) throws {
        let error = try #require(throws: SettingError.self) { try SettingReader.reportURL(text) }
        #expect(error.description.contains(words) && error.description.contains("https or http URL"), "\(error)")
        #expect(!error.description.contains("\u{1B}"))
    }

    @Test(arguments: ["", ".", "../x", "a/b", "a b", "ä", "a\n", String(repeating: "x", count: 101)])
    func refusesIdsOfRunsThatAreNoName(text: String) throws {
        let error = try #require(throws: SettingError.self) { try SettingReader.runID(text) }
        #expect(error.description.contains("1 to 100 letters"))
    }

    // MARK: - Places

    @Test(arguments: [
        ("example.com:443:192.0.2.1", ResolveOverride(host: "example.com", port: 443, addresses: ["192.0.2.1"])),
        ("Example.com:443:::1", ResolveOverride(host: "example.com", port: 443, addresses: ["::1"])),
        (
            "example.com:8443:192.0.2.1,[2001:db8::1],2001:db8::2",
            ResolveOverride(host: "example.com", port: 8443, addresses: ["192.0.2.1", "2001:db8::1", "2001:db8::2"])
        ),
        ("*:443:127.0.0.1", ResolveOverride(host: "*", port: 443, addresses: ["127.0.0.1"])),
        (
            "bücher.example:443:127.0.0.1",
            ResolveOverride(host: "xn--bcher-kva.example", port: 443, addresses: ["127.0.0.1"])
        ),
    ])
    func readsResolveOverrides(text: String, override: ResolveOverride) throws {
        #expect(try SettingReader.resolveOverride(text) == override)
    }

    @Test(arguments: [
        "", "example.com", "example.com:443", "example.com:443:", ":443:127.0.0.1", "example.com:0:127.0.0.1",
        "example.com:x:127.0.0.1", "example.com:443:localhost", "example.com:443:127.0.0.1,", "example.com:443:127.1",
        "example.com:443:[::1", "exa mple:443:127.0.0.1",
    ])
    func saysHowAResolveOverrideIsWritten(text: String) throws {
        let error = try #require(throws: SettingError.self) { try SettingReader.resolveOverride(text) }
        #expect(error.expected.contains("HOST:PORT:ADDR"))
    }

    @Test(arguments: [
        (
            "example.com:443:localhost:8443",
            ConnectToOverride(host: "example.com", port: 443, targetHost: "localhost", targetPort: 8443)
        ),
        ("::localhost:8443", ConnectToOverride(host: "", port: nil, targetHost: "localhost", targetPort: 8443)),
        ("example.com:443::8443", ConnectToOverride(host: "example.com", port: 443, targetHost: "", targetPort: 8443)),
        (
            "[::1]:443:[2001:db8::1]:",
            ConnectToOverride(host: "::1", port: 443, targetHost: "2001:db8::1", targetPort: nil)
        ),
        (":::", ConnectToOverride(host: "", port: nil, targetHost: "", targetPort: nil)),
    ])
    func readsConnectToOverrides(text: String, override: ConnectToOverride) throws {
        #expect(try SettingReader.connectToOverride(text) == override)
    }

    @Test(arguments: ["", "a", "a:1", "a:1:b", "a:x:b:1", "a:1:b:70000", "a:1:b:1:2", "a b:1:b:1"])
    func saysHowAConnectToOverrideIsWritten(text: String) throws {
        let error = try #require(throws: SettingError.self) { try SettingReader.connectToOverride(text) }
        #expect(error.expected.contains("HOST1:PORT1:HOST2:PORT2"))
    }

    @Test(arguments: [
        ("192.0.2.53", ["192.0.2.53"]), ("192.0.2.53:5353", ["192.0.2.53:5353"]), ("::1", ["::1"]),
        ("[::1]", ["::1"]), ("[::1]:5353,192.0.2.53", ["[::1]:5353", "192.0.2.53"]),
    ])
    func readsNameServers(text: String, servers: [String]) throws {
        #expect(try SettingReader.nameServers(text) == servers)
    }

    @Test(arguments: ["", "dns.example", "192.0.2.53:", "192.0.2.53:0", "192.0.2.53,", "[::1", "192.0.2.53:5353:1"])
    func saysHowNameServersAreWritten(text: String) {
        #expect(throws: SettingError.self) { try SettingReader.nameServers(text) }
    }

    // MARK: - HTTP

    @Test(arguments: [
        ("Accept: application/json", HeaderField(name: "Accept", value: "application/json")),
        ("X-A:b:c", HeaderField(name: "X-A", value: "b:c")),
        ("X-Empty;", HeaderField(name: "X-Empty", value: "")),
    ])
    func readsHeaderFields(text: String, field: HeaderField) throws {
        #expect(try SettingReader.header(text) == field)
    }

    @Test(arguments: [
        "", "secret", ": secret", "X A: secret", "X-A: secret\r\nX-B: secret", "X-A: secret\u{0}", "X-A; secret",
        "Host: secret", "Content-Length: 5secret", "X-A:", "Ü: secret",
    ])
    func keepsValuesOutOfTheErrorsOfHeaderFields(text: String) throws {
        let error = try #require(throws: SettingError.self) { try SettingReader.header(text) }
        #expect(!error.description.contains("secret"))
    }

    @Test(arguments: [
        "proxy.example", "proxy.example:3128", "http://proxy.example:3128", "http://proxy.example:3128/",
        "socks5h://me:secret@[::1]:1080", "HTTPS://proxy.example", "me@proxy_1:1",
        "http://me:%2F%40%3a%25@proxy.example",
        "http://me:a:b;c\\|^é@proxy.example",
    ])
    func readsProxies(text: String) throws {
        #expect(try SettingReader.proxy(text) == text)
    }

    @Test(arguments: [
        ("", "host or port"), ("ftp://me:secret@proxy.example", "socks5, socks5h"),
        ("secret://me@proxy.example", "scheme"), ("://me:secret@proxy.example", "scheme"),
        ("me:secret://x@proxy.example", "scheme"), ("http://me:secret@", "host or port"),
        ("http://me:secret@proxy.example:99999", "host or port"), ("http://me:secret@proxy.example:0", "host or port"),
        ("me:secret@proxy example", "host or port"), ("http://proxy.example:3128/secret", "host or port"),
        ("me:secret", "host or port"), ("http://me:pa/secret", "host or port"),
        ("http://me:pa/secret@proxy.example", "“/” is written %2F"),
        ("http://me:secret?x@proxy.example", "“?” is written %3F"),
        ("http://me:#secret@proxy.example", "“#” is written %23"),
        ("http://me:sec@ret@proxy.example", "“@” is written %40"),
        ("http://secret@me@proxy.example", "“@” is written %40"),
        ("http://me:secret x@proxy.example", "%20"), ("http://me:secret%@proxy.example", "written %25"),
        ("http://me:secret%g1@proxy.example", "written %25"), ("http://me:secret%é@proxy.example", "written %25"),
        ("http://me:secret%0a@proxy.example", "control character"),
        ("http://me:secret\r\n@proxy.example", "control character"),
        ("http:/me:secret@proxy.example", "“/” is written %2F"), ("http://[::1:secret@[::1", "host or port"),
        ("http://me:secret@bücher.example", "in ASCII"), ("http://me:secret@::1", "host or port"),
        ("http://me:secret@[proxy.example]:1", "host or port"),
    ])
    func keepsPasswordsOutOfTheErrorsOfProxies(text: String, words: String) throws {
        let error = try #require(throws: SettingError.self) { try SettingReader.proxy(text) }
        #expect(error.description.contains(words), "\(error)")
        #expect(!error.description.contains("secret"))
    }

    @Test func readsUserAgents() throws {
        #expect(try SettingReader.userAgent("Mozilla/5.0 (x)") == "Mozilla/5.0 (x)")
        for bad in ["", "a\r\nb", "ü"] { #expect(throws: SettingError.self) { try SettingReader.userAgent(bad) } }
    }

    @Test(arguments: [
        "", "hooks.test/secret", "ftp://hooks.test/secret", "https://me:secret@hooks.test/",
        "https://hooks.test/#secret",
        "https://hooks.test/a secret", "https://", "https://hooks.test:secret/",
    ])
    func refusesWhatIsNoWebhook(text: String) throws {
        let error = #expect(throws: SettingError.self) { try SettingReader.webhook(text) }
        let words = try #require(error).description
        #expect(!words.contains("secret"))
    }

    @Test(arguments: ["https://hooks.example/T1?x=1", "http://127.0.0.1:8080/"])
    func takesWebhooks(text: String) throws { #expect(try SettingReader.webhook(text) == text) }
}
