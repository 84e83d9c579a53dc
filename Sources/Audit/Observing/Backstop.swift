import Dispatch
import Synchronization
import Transport

import struct Foundation.Date

/// Stops waiting for work that exceeds its time limit, regardless of the layers below.
///
/// The lower layers have their own, earlier timeouts. If one of them fails, only the affected domain is lost. A single
/// timer serves all work, because a separate task for each domain would take several kilobytes.
final class Backstop: Sendable {
    private struct Watched {
        let time: DomainTime
        var cancelledAt: ContinuousClock.Instant?
        let abandon: @Sendable () -> Void

        func isOverdue(by grace: Duration) -> Bool {
            if let cancelledAt { return .now - cancelledAt > grace }
            return !time.isWaiting && time.remaining + grace < .zero
        }
    }

    private let grace: Duration
    private let watched = Mutex<(lastID: Int, work: [Int: Watched])>((0, [:]))
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

    /// Performs `body`; returns `nil` if it does not end in time, or within the grace period after its cancellation.
    ///
    /// In that case, `body` is cancelled and abandoned.
    func run<Result: Sendable>(
        within time: DomainTime, on executor: any TaskExecutor, _ body: @escaping @Sendable () async -> Result
    ) async -> Result? {
        let result = FirstResult<Result>()
        let work = Task(executorPreference: executor) { result.set(await body()) }
        let (id, isFirst) = watched.withLock { watched in
            watched.lastID += 1
            watched.work[watched.lastID] = Watched(time: time) {
                work.cancel()
                result.set(nil)
            }
            return (watched.lastID, watched.work.count == 1)
        }
        if isFirst { schedule() }
        defer { watched.withLock { $0.work[id] = nil } }
        return await withTaskCancellationHandler {
            await result.value
        } onCancel: {
            work.cancel()
            watched.withLock { $0.work[id]?.cancelledAt = .now }
        }
    }

    private func schedule() {
        timer.schedule(deadline: .now() + min(grace, .seconds(1)) / .seconds(1), leeway: .milliseconds(100))
    }

    private func abandonOverdueWork() {
        let (overdue, isEmpty) = watched.withLock { watched in
            (watched.work.values.filter { $0.isOverdue(by: grace) }, watched.work.isEmpty)
        }
        for work in overdue { work.abandon() }
        if !isEmpty { schedule() }
    }
}

private final class FirstResult<Result: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Result?, Never>)
        case ended(Result?)
    }

    private let state = Mutex(State.open)

    func set(_ result: Result?) {
        let waiter: CheckedContinuation<Result?, Never>? = state.withLock { state in
            if case .ended = state { return nil }
            defer { state = .ended(result) }
            if case .awaited(let waiter) = state { return waiter } else { return nil }
        }
        waiter?.resume(returning: result)
    }

    /// The result, which may be awaited only once.
    var value: Result? {
        get async {
            await withCheckedContinuation { continuation in
                let result: Result?? = state.withLock { state in
                    if case .ended(let result) = state { return .some(result) }
                    state = .awaited(continuation)
                    return .none
                }
                if let result { continuation.resume(returning: result) }
            }
        }
    }
}

extension Observer {
    static func abandoned(_ url: String, at date: Date) -> Exchange {
        Exchange(
            url: url, startedAt: date,
            failure: ExchangeFailure(
                kind: .timeout, phase: .connect, detail: "abandoned: this program did not finish the check in time"))
    }

    static func abandoned(_ target: Target, _ startedAt: Date, after time: Duration) -> Observation {
        let urls = [wellKnownPath, rootPath].map { target.url($0).description }
        return Observation(
            target: target, startedAt: startedAt,
            wellKnown: LocationObservation(url: urls[0], exchange: abandoned(urls[0], at: startedAt), attempts: 1),
            root: LocationObservation(url: urls[1], skip: .unnecessary), jsonSuffixProbes: [],
            totalMs: time / .milliseconds(1), deadlineReached: true)
    }
}
