import Dispatch
import Synchronization
import Transport

import struct Foundation.Date

/// Ends the wait for work that does not end by itself in its time, whatever the layers below do.
///
/// All of them have timeouts of their own, which come first. Where one fails, the domain is the only one that is lost. One
/// timer serves all work: a task for each domain would take some kilobytes.
final class Backstop: Sendable {
    private struct Watched {
        let time: DomainTime
        var isCancelledSince: ContinuousClock.Instant?
        let abandon: @Sendable () -> Void

        func isOverdue(by grace: Duration) -> Bool {
            if let isCancelledSince { return .now - isCancelledSince > grace }
            return !time.isWaiting && time.left + grace < .zero
        }
    }

    private let grace: Duration
    private let watched = Mutex<(next: Int, work: [Int: Watched])>((0, [:]))
    /// Unsafe only in name: dispatch sources are objects for several threads, as libdispatch documents.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    /// Creates a backstop; `grace` is the time that work may take beyond its own, and after it was cancelled.
    init(grace: Duration = .seconds(10)) {
        self.grace = grace
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "backstop"))
        timer.setEventHandler { [weak self] in self?.look() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Performs `body`; `nil` where it has not ended within `time` and the grace, or within the grace after it was cancelled.
    ///
    /// Work that has not ended is cancelled, and left to itself.
    func run<Result: Sendable>(
        within time: DomainTime, on executor: any TaskExecutor, _ body: @escaping @Sendable () async -> Result
    ) async -> Result? {
        let end = FirstEnd<Result>()
        let work = Task(executorPreference: executor) { end.end(with: await body()) }
        let (id, isFirst) = watched.withLock { watched in
            watched.next += 1
            watched.work[watched.next] = Watched(time: time) {
                work.cancel()
                end.end(with: nil)
            }
            return (watched.next, watched.work.count == 1)
        }
        if isFirst { schedule() }
        defer { watched.withLock { $0.work[id] = nil } }
        return await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            work.cancel()
            watched.withLock { $0.work[id]?.isCancelledSince = .now }
        }
    }

    private func schedule() {
        timer.schedule(deadline: .now() + min(grace, .seconds(1)) / .seconds(1), leeway: .milliseconds(100))
    }

    private func look() {
        let (overdue, isEmpty) = watched.withLock { watched in
            (watched.work.values.filter { $0.isOverdue(by: grace) }, watched.work.isEmpty)
        }
        for work in overdue { work.abandon() }
        if !isEmpty { schedule() }
    }
}

/// The result of the first of several tasks that ends.
private final class FirstEnd<Result: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Result?, Never>)
        case ended(Result?)
    }

    private let state = Mutex(State.open)

    func end(with result: Result?) {
        let waiter: CheckedContinuation<Result?, Never>? = state.withLock { state in
            if case .ended = state { return nil }
            defer { state = .ended(result) }
            if case .awaited(let waiter) = state { return waiter } else { return nil }
        }
        waiter?.resume(returning: result)
    }

    /// The result; awaited once.
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
    /// The exchange in place of one that was abandoned.
    static func abandoned(_ url: String, at date: Date) -> Exchange {
        Exchange(
            url: url, startedAt: date,
            failure: ExchangeFailure(
                kind: .timeout, phase: .connect, detail: "abandoned: this program did not finish the check in time"))
    }

    /// The observation in place of one that was abandoned.
    static func abandoned(_ target: Target, _ startedAt: Date, after time: Duration) -> Observation {
        let urls = [wellKnownPath, rootPath].map { "https://\(target.domain.authority)\($0)" }
        return Observation(
            target: target, startedAt: startedAt,
            wellKnown: LocationObservation(url: urls[0], exchange: abandoned(urls[0], at: startedAt), attempts: 1),
            root: LocationObservation(url: urls[1], skip: .settled), jsonSuffixProbes: [],
            totalMs: time / .milliseconds(1), deadlineReached: true)
    }
}
