package import CrawlSchedule

import struct Foundation.Date

/// An audit of a stream of targets with limited concurrency, rate and memory.
///
/// A ``CrawlScheduler`` decides which domain may continue. No request waits in the queues of libcurl, which would count
/// the time there as part of the transfer.
package struct Crawl: Sendable {
    /// The outcome of a crawl.
    package struct Outcome: Hashable, Sendable {
        /// The number of delivered targets, including invalid ones.
        package var delivered: Int
        /// Whether all targets of the list were delivered; `false` if the crawl was cancelled or timed out.
        package var isComplete: Bool
        /// The lowest limit of communicating domains during the crawl, which is reduced if the machine is overloaded.
        package var lowestConcurrency: Int
        /// The limit of connections after the system refused one; `nil` if none was refused.
        package var loweredSocketLimit: Int?
    }

    private let settings: CrawlSettings
    private let monitor: CrawlMonitor?

    package init(settings: CrawlSettings, monitor: CrawlMonitor? = nil) {
        self.settings = settings
        self.monitor = monitor
    }

    /// Audits the targets that `next` returns until it returns `nil`, and passes each report to `deliver`.
    ///
    /// Reports are delivered one at a time, in the caller's own task. Each report that is not delivered yet occupies
    /// the slot of a communicating domain, so that a slow consumer slows the crawl. If the task is cancelled or the
    /// `deadline` is reached, unfinished domains are abandoned, and finished ones are delivered.
    ///
    /// `next` is called by one task and should end soon after its cancellation; each entry has a unique index. `audit`
    /// waits for slots at the gate; its report is on the heap, so that the frames of waiting domains need no space for
    /// the report. `tick` is called by the caller's own task about once in each `interval`, unless a report is waiting.
    /// `deliver` receives a report and its index in the input.
    ///
    /// - Throws: Errors from `next`, after all earlier targets have been delivered; errors from `deliver`, immediately.
    package func run(
        until deadline: ContinuousClock.Instant? = nil,
        next: @escaping @Sendable () async throws -> TargetEntry?,
        audit: @escaping @Sendable (Target, any ObservationGate) async -> Boxed<DomainReport>,
        every interval: Duration? = nil, tick: () -> Void = {},
        deliver: (Int, DomainReport) async throws -> Void
    ) async throws -> Outcome {
        var limits = settings
        // Domains that exceed `patience` communicate in addition to `maxConcurrency` others, up to the same number.
        limits.maxOpen = max(limits.maxOpen, 2 * limits.maxConcurrency)
        let coordinator = CrawlCoordinator(limits)
        monitor?.watch(coordinator)
        let ticker = interval.map { coordinator.ticker(every: $0) }
        defer { ticker?.cancel() }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            // Domains must not run on the executor of the current task, which may block while it writes reports.
            group.addTask(executorPreference: globalConcurrentExecutor) {
                defer { coordinator.recordEnd() }
                return try await within(deadline) { try await feed(coordinator, next, audit) }
            }
            var delivered = 0
            while true {
                switch await coordinator.nextNews() {
                case .report(let index, let report):
                    try await deliver(index, report)
                    coordinator.send(.delivered(index))
                    delivered += 1
                case .tick: tick()
                case .end:
                    let isComplete = try await group.next() ?? false
                    return coordinator.withScheduler {
                        Outcome(
                            delivered: delivered, isComplete: isComplete, lowestConcurrency: $0.lowestConcurrencyLimit,
                            loweredSocketLimit: $0.loweredSocketLimit)
                    }
                }
            }
        }
    }

    private func within(
        _ deadline: ContinuousClock.Instant?, _ body: @escaping @Sendable () async throws -> Bool
    ) async throws -> Bool {
        guard let deadline else { return try await body() }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try? await Task.sleep(until: deadline)
                return false
            }
            // The task that ends first cancels the other one; the domains that `body` has finished until then are kept.
            var isComplete = false
            for try await result in group {
                group.cancelAll()
                isComplete = isComplete || result
            }
            return isComplete
        }
    }

    /// Starts a task for each target as the scheduler allows; returns true if the whole list was read and audited.
    private func feed(
        _ coordinator: CrawlCoordinator, _ next: @escaping @Sendable () async throws -> TargetEntry?,
        _ audit: @escaping @Sendable (Target, any ObservationGate) async -> Boxed<DomainReport>
    ) async throws -> Bool {
        try await withTaskCancellationHandler {
            let failure: (any Error)? = await withDiscardingTaskGroup { group in
                defer { coordinator.send(.inputEnded) }
                // The scheduler allows the first read only in response to an event.
                coordinator.send(.clock)
                do {
                    while await coordinator.mayRead(), let entry = try await next() {
                        let id = entry.index
                        coordinator.send(.admitted(id))
                        switch entry.result {
                        case .failure(let error):
                            let notes = [entry.origin?.description, error.description].compactMap(\.self)
                            coordinator.finish(id, DomainReport(invalid: entry.input, notes: notes, at: Date()))
                        case .success(let target):
                            group.addTask {
                                monitor?.recordStart(id, target)
                                let gate = CrawlGate(id: id, coordinator: coordinator, monitor: monitor)
                                let report = await audit(target, gate)
                                monitor?.recordEnd(id)
                                // The report of an abandoned domain is not valid evidence.
                                if Task.isCancelled {
                                    coordinator.send(.abandoned(id))
                                } else {
                                    coordinator.finish(id, report.value)
                                }
                            }
                        }
                    }
                } catch {
                    return error
                }
                return nil
            }
            if let failure, !(failure is CancellationError) { throw failure }
            return !Task.isCancelled
        } onCancel: {
            coordinator.stopReading()
        }
    }
}
