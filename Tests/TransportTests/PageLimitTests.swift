import TestSupport
import Testing
import Transport

@Suite(.inTurn(minutes: 2))
struct PageLimitTests {
    /// Only the beginning of a response that is not a file is kept, because a domain can have about twenty of them.
    @Test(arguments: [(200, 100_000), (301, 4096), (404, 4096), (503, 4096)])
    func keepsTheBeginningOfWhatIsNoFile(status: Int, kept: Int) async throws {
        let text =
            "HTTP/1.1 \(status) Status\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "x", count: 100_000)
        let exchange = try await TransportLab.exchange(with: Site(wellKnown: .raw(text)))
        #expect(exchange.status == status)
        #expect(exchange.body.count == kept)
        #expect(exchange.bodySize == 100_000)
        #expect(exchange.failure == nil && !exchange.bodyCapped)
    }
}
