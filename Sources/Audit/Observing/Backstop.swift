import Dispatch
import Synchronization
import Transport

import struct Foundation.Date

/// Stops waiting for work that exceeds its time limit, regardless of the layers below.
///
/// The lower layers have their own, earlier timeouts; if such a timeout fails, only that domain is lost. A single timer
/// serves all work, because a separate task for each domain would take several kilobytes.
final class Backstop: Sendable {
    private struct Work {
        let time: DomainTime
        let cancel: @Sendable () -> Void
        /// Lets the waiting task continue without a result.
        let abandon: @Sendable () -> Void
        var cancelledAt: ContinuousClock.Instant?

        /// Whether the work has exceeded its time limit, or continued after its cancellation, by more than `grace`.
        func isOverdue(by grace: Duration) -> Bool {
            if let cancelledAt { return .now - cancelledAt > grace }
            return !time.isWaiting && time.remaining + grace < .zero
        }
    }

    private let grace: Duration
    private let watched = Mutex<(lastID: Int, work: [Int: Work])>((0, [:]))
    /// Unsafe only in name: dispatch sources are thread-safe, as documented by libdispatch.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    /// Creates a backstop; `grace` is the time that work may take beyond its own limit, and after cancellation.
    init(grace: Duration = .seconds(10)) {
        self.grace = grace
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "backstop"))
        timer.setEventHandler { [weak self] in self?.abandonOverdueWork() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Performs `body`; if `body` is overdue, cancels and abandons it, and returns `nil`.
    func run<Result: Sendable>(
        within time: DomainTime, on executor: any TaskExecutor, _ body: @escaping @Sendable () async -> Result
    ) async -> Result? {
        let id = watched.withLock { watched in
            watched.lastID += 1
            return watched.lastID
        }
        defer { watched.withLock { $0.work[id] = nil } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(continuation)
                let task = Task(executorPreference: executor) { waiter.resume(await body()) }
                let isFirst = watched.withLock { watched in
                    watched.work[id] = Work(time: time, cancel: { task.cancel() }, abandon: { waiter.resume(nil) })
                    return watched.work.count == 1
                }
                if isFirst { schedule() }
                // The cancellation handler may have run before the work was registered.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let work = watched.withLock { watched in
            watched.work[id]?.cancelledAt = .now
            return watched.work[id]
        }
        work?.cancel()
    }

    private func schedule() {
        timer.schedule(deadline: .now() + min(grace, .seconds(1)) / .seconds(1), leeway: .milliseconds(100))
    }

    private func abandonOverdueWork() {
        let (overdue, isEmpty) = watched.withLock { watched in
            (watched.work.values.filter { $0.isOverdue(by: grace) }, watched.work.isEmpty)
        }
        for work in overdue {
            work.cancel()
            work.abandon()
        }
        if !isEmpty { schedule() }
    }
}

/// A task that waits for the first of several results.
private final class Waiter<Result: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result?, Never>?>

    init(_ continuation: CheckedContinuation<Result?, Never>) { self.continuation = Mutex(continuation) }

    func resume(_ result: Result?) { continuation.withLock { $0.take() }?.resume(returning: result) }
}

extension Observer {
    static func abandonedExchange(_ url: String, at date: Date) -> Exchange {
        Exchange(
            url: url, startedAt: date,
            failure: ExchangeFailure(
                kind: .timeout, phase: .connect, detail: "abandoned: this program did not finish the check in time"))
    }

    static func abandonedObservation(_ target: Target, _ startedAt: Date, after time: Duration) -> Observation {
        let urls = [wellKnownPath, rootPath].map { target.url($0).description }
        let exchange = abandonedExchange(urls[0], at: startedAt)
        return Observation(
            target: target, startedAt: startedAt,
            wellKnown: LocationObservation(url: urls[0], exchange: exchange, attempts: 1),
            root: LocationObservation(url: urls[1], skip: .unnecessary),
            totalMs: time / .milliseconds(1))
    }
}
