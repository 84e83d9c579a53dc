import TestSupport
import Testing

/// The limit of requests a second, as a server sees it.
@Suite(.inTurn(minutes: 3)) struct RateLimitTests {
    /// A lower bound, which a slow machine keeps all the more: each request after the first comes an interval later at the
    /// earliest, however many domains talk at once.
    @Test func noRequestComesBeforeItsTime() async throws {
        try await ReaderTests.withList(5) { server, arguments, _ in
            var result: Command.Result?
            let elapsed = try await ContinuousClock().measure {
                result = try await Command.run(arguments + ["-f", "ndjson", "--no-db", "--rate-limit", "10"])
            }
            #expect(result?.status == 0, "\(result?.errors ?? "")")
            #expect(server.tally.requests.count == 10)
            #expect(elapsed >= .milliseconds(900), "\(elapsed)")
        }
    }
}
