import CrawlSchedule
import Synchronization

/// Reports the progress of a running crawl: communicating domains, the slowest domain, and waiting times.
package final class CrawlMonitor: Sendable {
    /// A domain in progress.
    package struct ActiveDomain: Hashable, Sendable {
        package let name: String
        /// The time for which the domain has been active, without the time spent waiting for slots.
        package let activeTime: Duration
    }

    private struct Progress {
        let name: String
        let start: ContinuousClock.Instant
        /// The total duration of the completed waits for a slot; `waitStart` is the start of the current wait.
        var waited = Duration.zero
        var waitStart: ContinuousClock.Instant?
        var hasEnded = false
    }

    private let coordinator = Mutex<CrawlCoordinator?>(nil)
    private let domains = Mutex<[CrawlCoordinator.ID: Progress]>([:])

    package init() {}

    /// The number of domains that are communicating.
    package var communicatingCount: Int { coordinator.withLock { $0 }?.withScheduler { $0.communicatingCount } ?? 0 }

    /// The number of domains in progress, and the one that has been active for the longest time; `nil` if none is.
    ///
    /// Domains that are waiting for a slot are in progress but not active.
    package var inProgress: (count: Int, slowest: ActiveDomain?) {
        let now = ContinuousClock.now
        return domains.withLock { domains in
            var count = 0
            var slowest: ActiveDomain?
            for progress in domains.values where !progress.hasEnded {
                count += 1
                guard progress.waitStart == nil else { continue }
                let activeTime = now - progress.start - progress.waited
                if let slowest, slowest.activeTime >= activeTime { continue }
                slowest = ActiveDomain(name: progress.name, activeTime: activeTime)
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
            guard let start = domains[id]?.waitStart else { return }
            domains[id]?.waited += now - start
            domains[id]?.waitStart = nil
        }
    }
}
