import TestSupport
import Testing

/// The limit of requests per second, as observed by a server.
@Suite(.inTurn(minutes: 3)) struct RateLimitTests {
    /// Consecutive requests are at least one interval apart, regardless of the number of concurrent domains; a slow
    /// machine cannot violate this lower bound.
    @Test func requestsKeepTheInterval() async throws {
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
