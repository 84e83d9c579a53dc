import CrawlSchedule
import Synchronization

/// Reports the progress of a running crawl: communicating domains, the slowest domain, and waiting times.
package final class CrawlMonitor: Sendable {
    /// A domain in progress.
    package struct BusyDomain: Hashable, Sendable {
        package let name: String
        /// The time for which the domain has been active, without the time spent waiting for slots.
        package let busy: Duration
    }

    private struct Progress {
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
    private let domains = Mutex<[CrawlCoordinator.ID: Progress]>([:])

    package init() {}

    package var communicatingCount: Int { coordinator.withLock { $0 }?.withScheduler { $0.communicatingCount } ?? 0 }

    /// The number of domains in progress, and the one that has been active for the longest time; `nil` if none is.
    ///
    /// Domains that are waiting for a slot are in progress but not active.
    package var underWay: (count: Int, slowest: BusyDomain?) {
        let now = ContinuousClock.now
        return domains.withLock { domains in
            var count = 0
            var slowest: BusyDomain?
            for progress in domains.values where !progress.hasEnded {
                count += 1
                let busy = now - progress.start - progress.totalWait(until: now)
                if let slowest, slowest.busy >= busy { continue }
                if progress.waitStart == nil { slowest = BusyDomain(name: progress.name, busy: busy) }
            }
            return (count, slowest)
        }
    }

    /// Returns the time for which the domain at `index` of the input waited for slots, and removes it from the monitor.
    package func takeWait(ofDomainAt index: Int) -> Duration {
        domains.withLock { $0.removeValue(forKey: index)?.waited } ?? .zero
    }

    func watch(_ coordinator: CrawlCoordinator) { self.coordinator.withLock { $0 = coordinator } }

    func recordStart(_ id: CrawlCoordinator.ID, _ target: Target) {
        let progress = Progress(name: target.domain.name, start: .now)
        domains.withLock { $0[id] = progress }
    }

    func recordEnd(_ id: CrawlCoordinator.ID) { domains.withLock { $0[id]?.hasEnded = true } }

    func recordWait(_ id: CrawlCoordinator.ID) {
        let now = ContinuousClock.now
        domains.withLock { $0[id]?.waitStart = now }
    }

    func recordEndOfWait(_ id: CrawlCoordinator.ID) {
        let now = ContinuousClock.now
        domains.withLock { domains in
            guard var progress = domains[id] else { return }
            progress.waited = progress.totalWait(until: now)
            progress.waitStart = nil
            domains[id] = progress
        }
    }
}
