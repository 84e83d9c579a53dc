import TestSupport
import Testing

@testable import crawl_simulation

struct CrawlSchedulerTests {
    /// Limits are never exceeded, every domain ends exactly once, and nobody waits while what it needs is free.
    ///
    /// Scripts/test runs many more of them, optimised; `crawl-simulation --seed` repeats one.
    @Test(.inTurn(minutes: 5)) func keepsItsPromisesInRandomCrawls() async {
        let base = UInt64.random(in: 0...(.max / 2))
        let outcome = await CrawlSimulation.run(base...(base + 999))
        #expect(outcome.problem == nil)
        #expect(outcome.events > 10_000)
    }
}
