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
        #expect(ProxyChoice(proxy: nil, environment: environment).proxy(for: url) == expected)
    }

    @Test func theOptionIsStrongerThanTheEnvironment() throws {
        let url = try #require(AbsoluteURL("https://a.example/"))
        let choice = ProxyChoice(proxy: "http://mine:1", environment: ["https_proxy": "http://p:1"])
        #expect(choice.proxy(for: url) == "http://mine:1")
    }
}
