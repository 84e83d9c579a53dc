import CrawlSchedule

public import struct Foundation.Date

/// An audit of a stream of targets: a bounded number at once, politely, in bounded memory.
///
/// A ``CrawlScheduler`` decides which domain may continue, not libcurl, whose own queues count waiting as time.
public struct Crawl: Sendable {
    /// The outcome of a crawl.
    public struct End: Hashable, Sendable {
        /// The number of targets that were delivered, including those that could not be understood.
        public var delivered: Int
        /// Whether all targets of the list were delivered; `false` when the crawl was cancelled or its time was up.
        public var isComplete: Bool
        /// The lowest number of domains talking at once that the machine's load made necessary.
        public var lowestConcurrency: Int
        /// The number of connections that were allowed after the system had refused one; `nil` where it refused none.
        public var loweredSocketLimit: Int?
    }

    private let settings: CrawlSettings
    private let monitor: CrawlMonitor?
    private let now: @Sendable () -> Date

    /// Creates a crawl; `now` dates the rows of targets that could not be understood.
    public init(
        settings: CrawlSettings, monitor: CrawlMonitor? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.settings = settings
        self.monitor = monitor
        self.now = now
    }

    /// Audits what `next` gives until it gives `nil`, and hands each report to `deliver` as it ends.
    ///
    /// Reports are delivered one at a time, by the caller's own task. A report that was not taken yet counts as a domain that
    /// talks: a slow consumer slows the crawl. When the task is cancelled or the time is up, what is under way is cut off and
    /// not delivered; what has ended is.
    ///
    /// - Parameters:
    ///   - next: The next target, with an index that no other has; called by one task. It should end soon when its task is
    ///     cancelled.
    ///   - audit: Audits one domain, and waits for its turns at the gate.
    ///   - interval: How often `tick` is called while nothing ends; `nil` for never.
    ///   - tick: Is called between two deliveries, by the caller's own task as well.
    ///   - deliver: Takes a report and its index in the input.
    /// - Returns: How it ended.
    /// - Throws: What `next` throws, after what was read until then has been delivered; what `deliver` throws, at once.
    public func run(
        next: @escaping @Sendable () async throws -> TargetEntry?,
        audit: @escaping @Sendable (Target, any ObservationGate) async -> DomainReport,
        every interval: Duration? = nil, tick: () -> Void = {},
        deliver: (Int, DomainReport) async throws -> Void
    ) async throws -> End {
        try await run(
            next: next, boxedAudit: { Boxed(await audit($0, $1)) }, every: interval, tick: tick, deliver: deliver)
    }

    /// The same with an audit whose report does not stand in the frames of domains that wait.
    package func run(
        next: @escaping @Sendable () async throws -> TargetEntry?,
        boxedAudit audit: @escaping @Sendable (Target, any ObservationGate) async -> Boxed<DomainReport>,
        every interval: Duration? = nil, tick: () -> Void = {},
        deliver: (Int, DomainReport) async throws -> Void
    ) async throws -> End {
        let coordinator = CrawlCoordinator(settings.limits)
        monitor?.watch(coordinator)
        let ticker = interval.map { coordinator.ticker(every: $0) }
        defer { ticker?.cancel() }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            // Whoever takes the reports may wait for a disk on an executor of its own; domains have nothing to do with that.
            group.addTask(executorPreference: globalConcurrentExecutor) {
                defer { coordinator.fed() }
                return try await untilDeadline { try await feed(coordinator, next, audit) }
            }
            var delivered = 0
            while let news = await coordinator.nextNews() {
                guard case .report(let index, let report) = news else {
                    tick()
                    continue
                }
                try await deliver(index, report)
                coordinator.note(.delivered(index))
                delivered += 1
            }
            let isComplete = try await group.next() ?? false
            return End(
                delivered: delivered, isComplete: isComplete, lowestConcurrency: coordinator.lowestConcurrency,
                loweredSocketLimit: coordinator.loweredSocketLimit)
        }
    }

    /// Cancels `body` when the time is up.
    private func untilDeadline(_ body: @escaping @Sendable () async throws -> Bool) async throws -> Bool {
        guard let deadline = settings.runDeadline else { return try await body() }
        return try await withThrowingTaskGroup(of: Bool?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try? await Task.sleep(for: deadline)
                return nil
            }
            // Whichever comes first ends the other one; what `body` did until then counts.
            var result = try await group.next() ?? false
            group.cancelAll()
            if result == nil { result = try await group.next() ?? false }
            return result ?? false
        }
    }

    /// Starts a task for each target as the scheduler allows; true when the list came to its end, and all of it was audited.
    private func feed(
        _ coordinator: CrawlCoordinator, _ next: @escaping @Sendable () async throws -> TargetEntry?,
        _ audit: @escaping @Sendable (Target, any ObservationGate) async -> Boxed<DomainReport>
    ) async throws -> Bool {
        try await withTaskCancellationHandler {
            let failure: (any Error)? = await withDiscardingTaskGroup { group in
                coordinator.begin()
                while await coordinator.mayRead() {
                    let entry: TargetEntry?
                    do {
                        entry = try await next()
                    } catch {
                        coordinator.note(.inputEnded)
                        return error
                    }
                    guard let entry else {
                        coordinator.note(.inputEnded)
                        break
                    }
                    let id = entry.index
                    coordinator.note(.admitted(id))
                    switch entry.result {
                    case .failure(let error): coordinator.finish(id, .invalid(entry, because: error, at: now()))
                    case .success(let target):
                        group.addTask {
                            monitor?.begins(id, target)
                            let gate = CrawlGate(id: id, coordinator: coordinator, monitor: monitor)
                            let report = await audit(target, gate)
                            monitor?.ends(id)
                            // What was cut off says nothing about the domain.
                            if Task.isCancelled {
                                coordinator.note(.left(id))
                            } else {
                                coordinator.finish(id, report.value)
                            }
                        }
                    }
                }
                return nil
            }
            if let failure, !(failure is CancellationError) { throw failure }
            return !Task.isCancelled
        } onCancel: {
            coordinator.cutOff()
        }
    }
}

extension DomainReport {
    /// The row of a target that could not be understood.
    static func invalid(_ entry: TargetEntry, because error: TargetError, at date: Date) -> DomainReport {
        DomainReport(
            invalid: entry.input, notes: [entry.origin?.description, error.description].compactMap { $0 }, at: date)
    }
}
