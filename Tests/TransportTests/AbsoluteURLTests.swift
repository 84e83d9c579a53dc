import Testing
import Transport

struct AbsoluteURLTests {
    @Test(arguments: [
        ("https://Example.COM/a", "https", "example.com", 443, "https://example.com/a"),
        ("https://example.com:443/a?b=c#d", "https", "example.com", 443, "https://example.com/a?b=c"),
        ("https://example.com:8443/", "https", "example.com", 8443, "https://example.com:8443/"),
        ("http://user:secret@example.com/x", "http", "example.com", 80, "http://example.com/x"),
        ("https://[::1]:9/", "https", "::1", 9, "https://[::1]:9/"),
        ("https://example.com/a b", "https", "example.com", 443, "https://example.com/a%20b"),
        ("https://example.com/", "https", "example.com", 443, "https://example.com/"),
        ("https://example.com", "https", "example.com", 443, "https://example.com/"),
        (
            "https://a-1.b2.example/.well-known/x_y.Z-9", "https", "a-1.b2.example", 443,
            "https://a-1.b2.example/.well-known/x_y.Z-9"
        ),
        ("https://example.com/a/../b", "https", "example.com", 443, "https://example.com/b"),
        ("https://example.com/./b", "https", "example.com", 443, "https://example.com/b"),
        ("https://example.com/a/..", "https", "example.com", 443, "https://example.com/"),
        ("https://example.com/a/...", "https", "example.com", 443, "https://example.com/a/..."),
        ("https://127.1/a", "https", "127.0.0.1", 443, "https://127.0.0.1/a"),
        ("https://1e100.net/a", "https", "1e100.net", 443, "https://1e100.net/a"),
    ])
    func readsAnAbsoluteURL(text: String, scheme: String, host: String, port: Int, whole: String) throws {
        let url = try #require(AbsoluteURL(text))
        #expect(url.scheme == scheme)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.description == whole)
    }

    @Test(arguments: [
        "", "/relative", "https://", "https://exa mple/", "https://example.com:99999/", "https://bücher.example/",
    ])
    func refusesWhatCannotBeAskedFor(text: String) { #expect(AbsoluteURL(text) == nil) }

    @Test(arguments: [
        ("/other", "https://example.com/other"),
        ("../x", "https://example.com/x"),
        ("//cdn.example/x", "https://cdn.example/x"),
        ("http://example.com/", "http://example.com/"),
        ("https://a:b@other.example/#f", "https://other.example/"),
        ("?q=1", "https://example.com/.well-known/file?q=1"),
        ("é", "https://example.com/.well-known/%c3%a9"),
    ])
    func resolvesAReference(reference: String, expected: String) throws {
        let base = try #require(AbsoluteURL("https://example.com/.well-known/file"))
        #expect(base.resolving(reference)?.description.lowercased() == expected)
    }

    @Test func namesASchemeThatItCannotFetch() throws {
        let base = try #require(AbsoluteURL("https://example.com/"))
        #expect(base.resolving("ftp://example.com/x")?.scheme == "ftp")
    }
}
