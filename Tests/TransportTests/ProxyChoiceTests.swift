import Testing

@testable import Transport

struct ProxyChoiceTests {
    @Test(
        arguments: [
            ([:], "https://a.example/", nil),
            (["https_proxy": "http://p:1"], "https://a.example/", "http://p:1"),
            (["HTTPS_PROXY": "http://p:1"], "https://a.example/", "http://p:1"),
            (["https_proxy": "http://p:1"], "http://a.example/", nil),
            (["HTTP_PROXY": "http://p:1"], "http://a.example/", nil),
            (["http_proxy": "http://p:1"], "http://a.example/", "http://p:1"),
            (["ALL_PROXY": "http://p:2"], "http://a.example/", "http://p:2"),
            (["https_proxy": ""], "https://a.example/", nil),
            (["https_proxy": "p:1", "no_proxy": "a.example"], "https://a.example/", nil),
            (["https_proxy": "p:1", "no_proxy": ".example"], "https://a.example/", nil),
            (["https_proxy": "p:1", "no_proxy": "b.example, *"], "https://a.example/", nil),
            (["https_proxy": "p:1", "no_proxy": "xa.example"], "https://a.example/", "p:1"),
            (["https_proxy": "p:1", "NO_PROXY": "10.0.0.0/8"], "https://10.1.2.3/", nil),
            (["https_proxy": "p:1", "NO_PROXY": "10.0.0.0/8"], "https://11.1.2.3/", "p:1"),
            (["https_proxy": "p:1", "no_proxy": "::1"], "https://[::1]/", nil),
        ] as [([String: String], String, String?)])
    func followsTheEnvironment(environment: [String: String], url: String, expected: String?) throws {
        let url = try #require(AbsoluteURL(url))
        #expect(try ProxyChoice(proxy: nil, environment: environment).proxy(for: url)?.text == expected)
    }

    @Test(arguments: [
        (["https_proxy": "http://me:pa/secret@p:1"], "https_proxy"), (["HTTPS_PROXY": "secret p"], "HTTPS_PROXY"),
        (["all_proxy": "gopher://me:secret@p:1"], "all_proxy"), (["ALL_PROXY": "http://me:secret"], "ALL_PROXY"),
        (["http_proxy": "http://me:%0Asecret@p:1", "https_proxy": "p:1"], "http_proxy"),
        (["all_proxy": "http://me:#secret@p:1", "https_proxy": "p:1"], "all_proxy"),
    ])
    func namesTheVariableThatIsNotRightAndNotItsValue(environment: [String: String], name: String) throws {
        let error = try #require(throws: TransportError.self) {
            _ = try ProxyChoice(proxy: nil, environment: environment)
        }
        #expect(error.description.contains("environment variable \(name) is invalid"))
        #expect(!error.description.contains("secret"))
    }

    @Test func variablesThatAreNotUsedAreNotChecked() throws {
        _ = try ProxyChoice(proxy: "p:1", environment: ["https_proxy": "http://me:pa/secret@p:1"])
        _ = try ProxyChoice(
            proxy: nil,
            environment: ["https_proxy": "p:1", "http_proxy": "p:1", "all_proxy": "http://me:pa/secret@p:1"])
        _ = try ProxyChoice(proxy: nil, environment: ["HTTP_PROXY": "no proxy", "https_proxy": ""])
    }

    @Test(arguments: [
        ("http://me:secret@proxy.example:3128", "http://***@proxy.example:3128"),
        ("me:secret@proxy.example", "***@proxy.example"), ("secret@proxy.example", "***@proxy.example"),
        ("SOCKS5://me:%2Fsecret%40@[::1]:1", "SOCKS5://***@[::1]:1"), ("proxy.example:1", "proxy.example:1"),
        ("http://@proxy.example", "http://***@proxy.example"),
    ])
    func showsNoUserInformation(text: String, shown: String) throws {
        #expect(try ProxyURL(text).description == shown)
        #expect(try ProxyURL(text).text == text)
    }

    @Test(arguments: [
        ("p", "http", "p:1080", false), ("P.example/", "http", "p.example:1080", false),
        ("HTTPS://p", "https", "p:443", false), ("https://p:80", "https", "p:80", false),
        ("http://me:x@[::1]", "http", "[::1]:1080", false), ("http://127.1:80", "http", "127.0.0.1:80", false),
        ("socks4://p", "socks4", "p:1080", true), ("socks5://me@p:9", "socks5", "p:9", true),
        ("socks4a://p", "socks4a", "p:1080", false), ("socks5h://p", "socks5h", "p:1080", false),
    ])
    func knowsWhereTheProxyIsAsCurlDoes(text: String, scheme: String, name: String, requiresAddress: Bool) throws {
        let proxy = try ProxyURL(text)
        #expect(proxy.scheme == scheme && proxy.name == name && proxy.requiresAddress == requiresAddress)
    }

    @Test func theOptionIsStrongerThanTheEnvironment() throws {
        let url = try #require(AbsoluteURL("https://a.example/"))
        let choice = try ProxyChoice(proxy: "http://mine:1", environment: ["https_proxy": "http://p:1"])
        #expect(choice.proxy(for: url)?.text == "http://mine:1")
    }
}
