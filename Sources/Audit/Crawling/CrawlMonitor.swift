import CrawlSchedule
import Synchronization

/// Reports the progress of a running crawl: communicating domains, the slowest domain, and waiting times.
package final class CrawlMonitor: Sendable {
    package struct Awaited: Hashable, Sendable {
        package let name: String
        /// The time for which the domain has been active, without the time spent waiting for slots.
        package let busy: Duration
    }

    private struct Visit {
        let name: String
        let start: ContinuousClock.Instant
        /// The total duration of the completed waits for a slot; `waitStart` is the start of the current wait.
        var waited = Duration.zero
        var waitStart: ContinuousClock.Instant?
        var hasEnded = false

        func totalWait(until now: ContinuousClock.Instant) -> Duration {
            waited + (waitStart.map { now - $0 } ?? .zero)
        }
    }

    private let coordinator = Mutex<CrawlCoordinator?>(nil)
    private let visits = Mutex<[CrawlCoordinator.ID: Visit]>([:])

    package init() {}

    package var talking: Int { coordinator.withLock { $0 }?.withScheduler { $0.talking } ?? 0 }

    /// The number of domains in progress, and the one that has been active for the longest time; `nil` if none is.
    ///
    /// Domains that are waiting for a slot are in progress but not active.
    package var underWay: (count: Int, slowest: Awaited?) {
        let now = ContinuousClock.now
        return visits.withLock { visits in
            var count = 0
            var slowest: Awaited?
            for visit in visits.values where !visit.hasEnded {
                count += 1
                let busy = now - visit.start - visit.totalWait(until: now)
                if let slowest, slowest.busy >= busy { continue }
                if visit.waitStart == nil { slowest = Awaited(name: visit.name, busy: busy) }
            }
            return (count, slowest)
        }
    }

    /// Returns the time for which the domain at `index` of the input waited for slots, and removes it from the monitor.
    package func takeWait(ofDomainAt index: Int) -> Duration {
        visits.withLock { $0.removeValue(forKey: index)?.waited } ?? .zero
    }

    // MARK: Updates by the crawl

    func watch(_ coordinator: CrawlCoordinator) { self.coordinator.withLock { $0 = coordinator } }

    func recordStart(_ id: CrawlCoordinator.ID, _ target: Target) {
        let visit = Visit(name: target.domain.name, start: .now)
        visits.withLock { $0[id] = visit }
    }

    func recordEnd(_ id: CrawlCoordinator.ID) { visits.withLock { $0[id]?.hasEnded = true } }

    func recordWait(_ id: CrawlCoordinator.ID) {
        let now = ContinuousClock.now
        visits.withLock { $0[id]?.waitStart = now }
    }

    func recordEndOfWait(_ id: CrawlCoordinator.ID) {
        let now = ContinuousClock.now
        visits.withLock { visits in
            guard var visit = visits[id] else { return }
            visit.waited = visit.totalWait(until: now)
            visit.waitStart = nil
            visits[id] = visit
        }
    }
}
