import Synchronization

/// The time limit for a domain, which excludes waiting for slots.
final class DomainTime: Sendable {
    private struct State {
        var end: ContinuousClock.Instant
        var isWaiting = false
    }

    private let start = ContinuousClock.now
    private let state: Mutex<State>

    init(_ deadline: Duration) { state = Mutex(State(end: start + deadline)) }

    var remaining: Duration { state.withLock { $0.end } - .now }
    /// The elapsed time, including waits.
    var total: Duration { .now - start }
    var isWaiting: Bool { state.withLock { $0.isWaiting } }

    /// Waits without using up the time limit: only `planned` counts, and any longer wait extends the limit.
    ///
    /// - Returns: The result of the wait; `nil` if the task was cancelled.
    func waiting<Result>(apartFrom planned: Duration = .zero, _ wait: () async throws -> Result) async -> Result? {
        state.withLock { $0.isWaiting = true }
        let waitStart = ContinuousClock.now
        let result = try? await wait()
        let waited = ContinuousClock.now - waitStart
        state.withLock { state in
            state.end += max(.zero, waited - planned)
            state.isWaiting = false
        }
        return result
    }
}
