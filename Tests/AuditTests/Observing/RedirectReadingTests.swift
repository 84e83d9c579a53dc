import Testing
import Transport

@testable import Audit

/// The target of a redirect, and whether it can be followed.
struct RedirectReadingTests {
    @Test(
        arguments: [
            ("https://www.example.com/x", "https://www.example.com/x"), ("/x", "https://example.com/x"),
            ("//www.example.com/x", "https://www.example.com/x"), ("http://www.example.com", "http://www.example.com/"),
            ("ftp://example.com/", nil), ("file:///etc/passwd", nil), ("javascript:alert(1)", nil), ("https://", nil),
            ("https://:443/", nil), ("https://a b/", nil), ("/a\u{1}", nil), ("/a\tb", nil), ("/a\u{7f}", nil),
            ("/" + String(repeating: "x", count: 7999), "https://example.com/" + String(repeating: "x", count: 7999)),
            ("/" + String(repeating: "x", count: 8000), nil),
        ] as [(String, String?)])
    func readsWhereItPoints(_ location: String, _ target: String?) throws {
        let redirect = try #require(Redirect(Seen.redirect(302, to: location)))
        #expect(redirect.target?.description == target)
        #expect(redirect.hop.to == target ?? location)
        #expect(redirect.hop.status == 302)
    }

    @Test func isNoneWithoutAPlaceToGoTo() {
        #expect(Redirect(Seen.redirect(to: nil)) == nil)
        #expect(Redirect(Seen.redirect(to: "")) == nil)
        #expect(Redirect(Seen.redirect(200, to: "/x")) == nil)
        #expect(Redirect(Seen.redirect(304, to: "/x")) == nil)
        #expect(Redirect(Seen.failure(.connectionClosed, .header)) == nil)
    }

    /// A redirect is read even if its body is broken, because many servers mark plain or empty pages as compressed.
    @Test(arguments: [ExchangeFailure.Kind.contentCodingBroken, .bodyTruncated, .timeout])
    func doesNotDependOnTheBody(_ kind: ExchangeFailure.Kind) {
        var exchange = Seen.redirect(to: "/x")
        exchange.failure = ExchangeFailure(kind: kind, phase: .body, curlCode: 61, detail: "broke off")
        #expect(Redirect(exchange)?.target?.description == "https://example.com/x")
    }
}
