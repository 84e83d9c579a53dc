import Synchronization

/// Lets others see how a crawl goes on while it runs: what it does, whom it waits for, and how long each domain had to wait itself.
public final class CrawlMonitor: Sendable {
    /// A domain that the crawl waits for.
    public struct Awaited: Hashable, Sendable {
        /// Its name for people.
        public let name: String
        /// The time for which it has been busy, without the time that it waited for its turn.
        public let busy: Duration
    }

    private struct Visit {
        let name: String
        let begun: ContinuousClock.Instant
        /// The total of its waits for a turn that have ended; the start of the current wait is in `waitsSince`.
        var waited = Duration.zero
        var waitsSince: ContinuousClock.Instant?
        var isOver = false

        func waited(until now: ContinuousClock.Instant) -> Duration {
            waited + (waitsSince.map { now - $0 } ?? .zero)
        }
    }

    private let coordinator = Mutex<CrawlCoordinator?>(nil)
    private let visits = Mutex<[CrawlCoordinator.ID: Visit]>([:])

    /// Creates a monitor, to be handed to one crawl.
    public init() {}

    /// The number of domains that talk now.
    public var talking: Int { coordinator.withLock { $0 }?.talking ?? 0 }

    /// The number of domains in progress, and the domain that has been busy for the longest time; `nil` where none is busy.
    ///
    /// Domains that only wait for their turn are in progress but not busy.
    public var underWay: (count: Int, slowest: Awaited?) {
        let now = ContinuousClock.now
        return visits.withLock { visits in
            var count = 0
            var slowest: Awaited?
            for visit in visits.values where !visit.isOver {
                count += 1
                let busy = now - visit.begun - visit.waited(until: now)
                if visit.waitsSince == nil, slowest.map({ $0.busy < busy }) ?? true {
                    slowest = Awaited(name: visit.name, busy: busy)
                }
            }
            return (count, slowest)
        }
    }

    /// Returns the time that the domain at `index` of the input waited for its turns, and removes it from the monitor.
    public func takeWait(ofDomainAt index: Int) -> Duration {
        visits.withLock { $0.removeValue(forKey: index)?.waited } ?? .zero
    }

    // MARK: What the crawl says

    func watch(_ coordinator: CrawlCoordinator) { self.coordinator.withLock { $0 = coordinator } }

    func begins(_ id: CrawlCoordinator.ID, _ target: Target) {
        let visit = Visit(name: target.domain.name, begun: .now)
        visits.withLock { $0[id] = visit }
    }

    func ends(_ id: CrawlCoordinator.ID) { visits.withLock { $0[id]?.isOver = true } }

    func waits(_ id: CrawlCoordinator.ID) {
        let now = ContinuousClock.now
        visits.withLock { $0[id]?.waitsSince = now }
    }

    func goesOn(_ id: CrawlCoordinator.ID) {
        let now = ContinuousClock.now
        visits.withLock { visits in
            guard var visit = visits[id] else { return }
            visit.waited = visit.waited(until: now)
            visit.waitsSince = nil
            visits[id] = visit
        }
    }
}
