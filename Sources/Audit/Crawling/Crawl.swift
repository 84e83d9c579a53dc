import Synchronization

public import struct Foundation.Date

/// Audits a stream of targets: a bounded number at once, politely, in bounded memory.
///
/// Permits are held here and not in libcurl, whose own queues count waiting as time. A domain that waits for its server's
/// turn or for a retry gives its permit to another one. A domain that timed out is looked at again when little is in
/// flight, before it is reported.
public struct Crawl: Sendable {
    /// How a crawl ended.
    public struct End: Hashable, Sendable {
        /// How many targets were delivered, those that could not be understood included.
        public var delivered: Int
        /// Whether all targets of the list were; false when the crawl was cancelled or its time was up.
        public var isComplete: Bool
        /// The lowest number of domains in flight that the machine's load made necessary.
        public var lowestConcurrency: Int
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
    /// Reports are delivered one at a time, and a domain keeps its permit until its report was taken: a slow consumer
    /// slows the crawl. When the task is cancelled, what is in flight is cut off and not delivered.
    ///
    /// - Parameters:
    ///   - next: The next target; called by one task.
    ///   - audit: Audits one domain.
    ///   - deliver: Takes a report and its place in the input.
    /// - Returns: How it ended.
    /// - Throws: What `next` or `deliver` throws; that ends the crawl.
    public func run(
        next: @escaping @Sendable () async throws -> TargetEntry?,
        audit: @escaping @Sendable (Target, any ObservationGate) async -> DomainReport,
        deliver: @escaping @Sendable (Int, DomainReport) async throws -> Void
    ) async throws -> End {
        let limits = CrawlLimits(settings)
        monitor?.watch(limits)
        let governor = ConcurrencyGovernor(permits: limits.inFlight, settings: settings)
        let delivery = Delivery(deliver)
        var isComplete = false
        do {
            isComplete = try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await feed(next, audit, limits, governor, delivery) }
                if let deadline = settings.runDeadline {
                    // Ends first when the time is up; what is in flight is then cut off with the group.
                    group.addTask {
                        try await Task.sleep(for: deadline)
                        return false
                    }
                }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
        } catch is CancellationError {
            isComplete = false
        }
        return End(delivered: delivery.count, isComplete: isComplete, lowestConcurrency: governor.lowest)
    }

    /// Starts a task for each target as permits allow; true when the list came to its end.
    private func feed(
        _ next: @escaping @Sendable () async throws -> TargetEntry?,
        _ audit: @escaping @Sendable (Target, any ObservationGate) async -> DomainReport,
        _ limits: CrawlLimits, _ governor: ConcurrencyGovernor, _ delivery: Delivery
    ) async throws -> Bool {
        try await withThrowingDiscardingTaskGroup(returning: Void.self) { group in
            var index = 0
            while true {
                try await limits.inFlight.acquire()
                try Task.checkCancellation()
                // A delivery that failed has ended the group, and its error is thrown when this returns.
                if group.isCancelled { return }
                guard let entry = try await next() else {
                    limits.inFlight.release()
                    return
                }
                let place = index
                index += 1
                group.addTask {
                    let gate = CrawlGate(limits)
                    defer { gate.leave() }
                    let report: DomainReport
                    switch entry.result {
                    case .failure(let error): report = .invalid(entry, because: error, at: now())
                    case .success(let target): report = await audit(target, gate)
                    }
                    // What was cut off says nothing about the domain.
                    try Task.checkCancellation()
                    governor.note(report)
                    try await delivery.deliver(place, report)
                }
            }
        }
        try Task.checkCancellation()
        return true
    }
}

/// Hands reports on, one at a time.
private final class Delivery: Sendable {
    private let turn = Permits(1)
    private let delivered = Atomic<Int>(0)
    private let take: @Sendable (Int, DomainReport) async throws -> Void

    init(_ take: @escaping @Sendable (Int, DomainReport) async throws -> Void) { self.take = take }

    var count: Int { delivered.load(ordering: .relaxed) }

    func deliver(_ place: Int, _ report: DomainReport) async throws {
        try await turn.acquire()
        defer { turn.release() }
        try await take(place, report)
        delivered.add(1, ordering: .relaxed)
    }
}

extension DomainReport {
    /// The row of a target that could not be understood.
    static func invalid(_ entry: TargetEntry, because error: TargetError, at date: Date) -> DomainReport {
        DomainReport(
            input: entry.input, domain: nil, displayDomain: entry.input,
            notes: [entry.origin, error.description].compactMap { $0 }, status: .invalid,
            startedAt: date, attempts: 0)
    }
}
