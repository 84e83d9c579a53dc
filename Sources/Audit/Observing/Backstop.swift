import Synchronization
import Transport

import struct Foundation.Date

/// Ends the wait for work that does not end by itself in its time, whatever the layers below do.
///
/// All of them have timeouts of their own, which come first. Where one fails, the domain is the only one that is lost.
struct Backstop: Sendable {
    /// The time that work may take beyond its own.
    var grace: Duration = .seconds(10)

    /// Performs `body`; `nil` where it has not ended within `time` and the grace, or within the grace after it was cancelled.
    ///
    /// Work that has not ended is cancelled, and goes on alone. The wait is on no thread that it could block.
    func run<Result: Sendable>(
        within time: DomainTime, on executor: any TaskExecutor, _ body: @escaping @Sendable () async -> Result
    ) async -> Result? {
        let end = FirstEnd<Result>()
        let work = Task(executorPreference: executor) { end.end(with: await body()) }
        let watch = Task {
            while !Task.isCancelled {
                let left = time.isWaiting ? max(time.left, .zero) + grace : time.left + grace
                if left <= .zero { break }
                try? await Task.sleep(for: left)
            }
            guard !end.isOver else { return }
            work.cancel()
            // Cancelled work has the grace alone; other work had it already.
            if Task.isCancelled { try? await Task.detached { try await Task.sleep(for: grace) }.value }
            end.end(with: nil)
        }
        let result = await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            work.cancel()
            watch.cancel()
        }
        watch.cancel()
        return result
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

    var isOver: Bool {
        state.withLock { state in if case .ended = state { true } else { false } }
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
                kind: .timeout, phase: .connect, detail: "abandoned: this program did not end the check in its time"))
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
