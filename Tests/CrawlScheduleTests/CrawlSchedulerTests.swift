import TestSupport
import Testing

@testable import CrawlSchedule
@testable import crawl_simulation

struct CrawlSchedulerTests {
    /// Limits are never exceeded, every domain ends exactly once, and no domain waits for a free resource.
    ///
    /// Scripts/test runs many more crawls, with optimisation; `crawl-simulation --seed` repeats one of them.
    @Test(.inTurn(minutes: 5)) func keepsItsPromisesInRandomCrawls() async {
        let base = UInt64.random(in: 0...(.max / 2))
        let outcome = await CrawlSimulation.run(base...(base + 999))
        #expect(outcome.problem == nil)
        #expect(outcome.events > 10_000)
    }

    private static let now = ContinuousClock.now
    private static let silent = CrawlPeer(0, 1)

    /// Adds domains with their peers to a scheduler, as long as it requests more.
    private func crawl(
        _ peers: [CrawlPeer], _ limits: CrawlSettings
    ) -> (CrawlScheduler, connecting: [CrawlScheduler.ID]) {
        var scheduler = CrawlScheduler(limits)
        var connecting: [CrawlScheduler.ID] = []
        var isReading = false
        func take(_ grants: [CrawlScheduler.Grant]) {
            for grant in grants {
                if case .connect(let id, _) = grant { connecting.append(id) }
                if grant == .read { isReading = true }
            }
        }
        take(scheduler.handle(.clock, at: Self.now))
        for (id, peer) in peers.enumerated() where isReading {
            isReading = false
            take(scheduler.handle(.admitted(id), at: Self.now))
            take(scheduler.handle(.wantsConnection(id, to: peer, .first), at: Self.now))
        }
        // Domains without an immediate response are not expected to end soon.
        take(scheduler.handle(.clock, at: Self.now + .seconds(2)))
        return (scheduler, connecting)
    }

    /// Names after those at a silent address have their turn before these end.
    @Test func namesAtOneAddressDoNotKeepOthersFromBeingRead() {
        let limits = CrawlSettings(
            maxConcurrency: 200, maxOpen: 4_096, maxWaiting: 16_384, maxSockets: 5_000, hostConcurrency: 20,
            proxyConcurrency: 100)
        let others = (0..<200).map { CrawlPeer(1, UInt64($0)) }
        let (scheduler, connecting) = crawl(Array(repeating: Self.silent, count: 5_000) + others, limits)
        #expect(connecting == Array(0..<20) + Array(5_000..<5_200))
        #expect(scheduler.domains.count == 5_200)
    }

    @Test func thoseThatWaitAreBounded() {
        let limits = CrawlSettings(
            maxConcurrency: 200, maxOpen: 4_096, maxWaiting: 1_000, maxSockets: 5_000, hostConcurrency: 20,
            proxyConcurrency: 100)
        let (scheduler, _) = crawl(Array(repeating: Self.silent, count: 5_000), limits)
        #expect(scheduler.domains.count == 1_020)
    }

    /// Servers that stall after the connection do not prevent other exchanges.
    @Test func stalledExchangesGiveTheirSlotsToOthers() {
        let limits = CrawlSettings(maxConcurrency: 10, maxOpen: 100, maxWaiting: 100, maxSockets: 100)
        var (scheduler, connecting) = crawl((0..<40).map { CrawlPeer(1, UInt64($0)) }, limits)
        func communicate(_ ids: [CrawlScheduler.ID], after seconds: Int) -> [CrawlScheduler.ID] {
            var communicating: [CrawlScheduler.ID] = []
            for id in ids {
                for case .communicate(let id) in scheduler.handle(.connected(id), at: Self.now + .seconds(seconds)) {
                    communicating.append(id)
                }
            }
            return communicating
        }
        #expect(communicate(connecting, after: 2) == Array(0..<10))
        // The first ten domains stall and give up their slots; further ones keep theirs.
        func tick(after seconds: Int) -> [CrawlScheduler.ID] {
            scheduler.handle(.clock, at: Self.now + .seconds(seconds)).compactMap {
                if case .communicate(let id) = $0 { id } else { nil }
            }
        }
        #expect(tick(after: 3) == Array(10..<20))
        #expect(tick(after: 4) == [])
        #expect(scheduler.communicatingCount == 20)
    }

    @Test func onlyFirstConnectionsWaitForAPeerThatIsSilentAndFull() {
        let limits = CrawlSettings(
            maxConcurrency: 20, maxOpen: 100, maxWaiting: 100, maxSockets: 100, hostConcurrency: 1, proxyConcurrency: 1)
        let peers = Array(repeating: Self.silent, count: 5) + [CrawlPeer(1, 1), CrawlPeer(1, 2)]
        var (scheduler, connecting) = crawl(peers, limits)
        #expect(connecting == [0, 5, 6])
        func timeOut(_ id: CrawlScheduler.ID) -> [CrawlScheduler.Grant] {
            let grants =
                scheduler.release(Self.silent, of: id, at: Self.now)
                + scheduler.recordSilence(of: Self.silent, for: id, at: Self.now)
                + scheduler.handle(.finished(id, answeredAfter: nil), at: Self.now)
            return grants.filter { $0 != .read }
        }
        /// Redirects the domain to the silent peer.
        func redirect(_ id: CrawlScheduler.ID) -> [CrawlScheduler.Grant] {
            _ = scheduler.handle(.hungUp(id), at: Self.now)
            return scheduler.handle(.wantsConnection(id, to: Self.silent, .further), at: Self.now).filter {
                $0 != .read
            }
        }
        #expect(timeOut(0) == [.connect(1, takingOver: nil)])
        #expect(timeOut(1) == [.connect(2, takingOver: nil)])
        #expect(scheduler.otherDomainsUnanswered(at: Self.silent, by: 3) == nil)
        #expect(redirect(5) == [])
        // The domain takes precedence over domains that have not begun.
        #expect(timeOut(2) == [.connect(5, takingOver: nil)])
        #expect(scheduler.otherDomainsUnanswered(at: Self.silent, by: 3) == 3)
        #expect(redirect(6) == [.skip(6, others: 3)])
        #expect(timeOut(5) == [.connect(3, takingOver: nil)])
        // Repeated attempts of a domain do not count as those of other domains.
        _ = scheduler.recordSilence(of: Self.silent, for: 3, at: Self.now)
        _ = scheduler.recordSilence(of: Self.silent, for: 3, at: Self.now)
        #expect(scheduler.otherDomainsUnanswered(at: Self.silent, by: 3) == 4)
        #expect(scheduler.otherDomainsUnanswered(at: Self.silent, by: 4) == 5)
        scheduler.recordResponse(from: Self.silent)
        #expect(scheduler.otherDomainsUnanswered(at: Self.silent, by: 4) == nil)
    }

    /// An idle connection counts towards limits, and is closed if a domain needs its place.
    @Test func idleConnectionsAreSharedOrGiveWay() {
        let limits = CrawlSettings(
            maxConcurrency: 9, maxOpen: 100, maxWaiting: 100, maxSockets: 2, hostConcurrency: 1, proxyConcurrency: 1)
        let shared = CrawlPeer(2, 1)
        let other = CrawlPeer(1, 1)
        var (scheduler, connecting) = crawl([shared, other, other], limits)
        #expect(connecting == [0, 1])
        func handle(_ event: CrawlScheduler.Event) -> [CrawlScheduler.Grant] {
            scheduler.handle(event, at: Self.now).filter { $0 != .read }
        }
        #expect(handle(.leftOpen(0, shared)) == [])
        // The connection is reused by a domain that shares it, and closed for another domain.
        #expect(handle(.wantsConnection(0, to: shared, .shared)) == [.connect(0, takingOver: shared)])
        #expect(handle(.leftOpen(0, shared)) == [])
        #expect(handle(.wantsConnection(0, to: shared, .further)) == [.connect(0, takingOver: shared)])
        #expect(handle(.leftOpen(0, shared)) == [])
        // No socket is left for a third connection.
        let isClaimed = scheduler.tryClaim(CrawlPeer(3, 1), for: 1)
        #expect(!isClaimed)
        #expect(handle(.wantsConnection(0, to: CrawlPeer(3, 1), .further)) == [.connect(0, takingOver: shared)])
        #expect(handle(.hungUp(1)) == [.connect(2, takingOver: nil)])
    }

    @Test func remembersABoundedNumberOfSilentPeers() {
        var silent = SilentPeers(capacity: 3)
        let peers = (0..<5).map { CrawlPeer(0, UInt64($0)) }
        for peer in peers.prefix(3) { for _ in 0..<4 { silent.recordSilence(of: peer) } }
        silent.recordResponse(from: peers[0])
        #expect(peers.map(silent.count) == [0, 4, 4, 0, 0])
        // The peer is now the most recent one.
        silent.recordSilence(of: peers[0])
        silent.recordSilence(of: peers[3])
        #expect(peers.map(silent.count) == [1, 0, 4, 1, 0])
        silent.recordSilence(of: peers[4])
        #expect(peers.map(silent.count) == [1, 0, 0, 1, 1])
    }

    /// Only servers that respond provide evidence about the load of this machine.
    @Test func silentDomainsDoNotSlowTheCrawl() {
        var scheduler = CrawlScheduler(CrawlSettings(maxConcurrency: 100, timeout: .seconds(3)))
        func finish(_ count: Int, answeredAfter took: Duration?) {
            for _ in 0..<count { _ = scheduler.handle(.finished(0, answeredAfter: took), at: Self.now) }
        }
        finish(1_000, answeredAfter: nil)
        #expect(scheduler.concurrencyLimit == 100)
        finish(100, answeredAfter: .seconds(2))
        #expect(scheduler.concurrencyLimit == 75)
        finish(10_000, answeredAfter: .seconds(2))
        #expect(scheduler.concurrencyLimit == 20)
        finish(10_000, answeredAfter: .milliseconds(10))
        #expect(scheduler.concurrencyLimit == 100 && scheduler.lowestConcurrencyLimit == 20)
    }
}
