import Synchronization

/// The time that may be spent on a domain; waiting for a turn does not count.
final class DomainTime: Sendable {
    private struct State {
        var until: ContinuousClock.Instant
        var waitsSince: ContinuousClock.Instant?
    }

    private let begun = ContinuousClock.now
    private let state: Mutex<State>

    /// Creates a time that begins now.
    init(_ deadline: Duration) { state = Mutex(State(until: begun + deadline)) }

    /// The time that is left.
    var left: Duration { state.withLock { $0.until } - .now }
    /// The time since the beginning.
    var total: Duration { .now - begun }
    /// Whether the domain waits for a turn.
    var isWaiting: Bool { state.withLock { $0.waitsSince != nil } }

    /// Waits without using the time: what the wait takes beyond `planned` is added to what is left.
    ///
    /// - Returns: What came of the wait; `nil` when the task was cancelled.
    func waiting<Result>(apartFrom planned: Duration = .zero, _ wait: () async throws -> Result) async -> Result? {
        beginWait()
        let result = try? await wait()
        endWait(planned: planned)
        return result
    }

    private func beginWait() {
        let now = ContinuousClock.now
        state.withLock { $0.waitsSince = now }
    }

    private func endWait(planned: Duration) {
        let now = ContinuousClock.now
        state.withLock { state in
            if let since = state.waitsSince { state.until += max(.zero, now - since - planned) }
            state.waitsSince = nil
        }
    }
}
