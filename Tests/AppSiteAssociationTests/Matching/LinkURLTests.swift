import Testing

@testable import AppSiteAssociation

@Suite struct LinkURLTests {
    @Test(
        arguments: [
            ("https://example.com", "https", "example.com", "", nil, nil),
            ("HTTPS://Example.COM/A?b#c", "https", "example.com", "/A", "b", "c"),
            ("https://example.com?q", "https", "example.com", "", "q", nil),
            ("https://example.com#f", "https", "example.com", "", nil, "f"),
            ("https://example.com/?", "https", "example.com", "/", "", nil),
            ("https://example.com/#", "https", "example.com", "/", nil, ""),
            ("https://example.com/a?b?c#d#e?f", "https", "example.com", "/a", "b?c", "d#e?f"),
            ("https://u:p@example.com:8443/a", "https", "example.com", "/a", nil, nil),
            ("https://[2001:DB8::1]:443/", "https", "2001:db8::1", "/", nil, nil),
            ("https://example.com./", "https", "example.com", "/", nil, nil),
            ("https://example.com:/a", "https", "example.com", "/a", nil, nil),
            ("web+x://a/", "web+x", "a", "/", nil, nil),
            ("https://a//b/../c/./d", "https", "a", "//b/../c/./d", nil, nil),
            ("https://a/%zz%4", "https", "a", "/%zz%4", nil, nil),
            ("https://a/[b]?[c]=d", "https", "a", "/[b]", "[c]=d", nil),
            ("https://a/é ü?ö#日", "https", "a", "/%C3%A9%20%C3%BC", "%C3%B6", "%E6%97%A5"),
            ("https://a/\"<>\\^`{|}", "https", "a", "/%22%3C%3E%5C%5E%60%7B%7C%7D", nil, nil),
            ("https://a/\u{0}\u{1F}\u{7F}", "https", "a", "/%00%1F%7F", nil, nil),
        ] as [(String, String, String, String, String?, String?)])
    func partsAreTold(text: String, scheme: String, host: String, path: String, query: String?, fragment: String?)
        throws
    {
        let url = try LinkURL(text)
        #expect(url.text == text)
        #expect(url.scheme == scheme)
        #expect(url.host == host)
        #expect(url.path == path)
        #expect(url.query == query)
        #expect(url.fragment == fragment)
    }

    @Test func userInformationAndPortAreKept() throws {
        let url = try LinkURL("https://u:p@x@example.com:8443/")
        #expect(url.userInfo == "u:p@x")
        #expect(url.port == 8443)
        #expect(try LinkURL("https://example.com/").port == nil)
    }

    @Test(arguments: [
        ("", LinkURLError.empty), ("example.com/a", .noScheme("example.com/a")), ("/a", .noScheme("/a")),
        ("://a", .noScheme("://a")),
        ("1a://b", .noScheme("1a://b")), (" https://a", .noScheme(" https://a")),
        ("mailto:a@b.c", .noHost("mailto:a@b.c")),
        ("https:/a", .noHost("https:/a")), ("https:///a", .noHost("https:///a")), ("https://?a", .noHost("https://?a")),
        ("https://u@/a", .noHost("https://u@/a")), ("https://a b/", .malformedHost("https://a b/")),
        ("https://[::1/", .malformedHost("https://[::1/")),
        ("https://[::1]x/", .malformedHost("https://[::1]x/")), ("https://a<b/", .malformedHost("https://a<b/")),
        ("https://a:b/", .malformedPort("https://a:b/")), ("https://a:65536/", .malformedPort("https://a:65536/")),
        ("https://a:+1/", .malformedPort("https://a:+1/")),
        ("example.com:443/a", .noHost("example.com:443/a")), ("https://a:-1/", .malformedPort("https://a:-1/")),
    ])
    func whatIsNoURLIsRefused(text: String, error: LinkURLError) {
        #expect(throws: error) { try LinkURL(text) }
        #expect(!error.description.isEmpty)
    }
}
