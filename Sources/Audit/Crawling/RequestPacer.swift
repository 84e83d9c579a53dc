import Synchronization

/// Spreads requests evenly over time: at most so many a second, whoever sends them.
final class RequestPacer: Sendable {
    private let interval: Duration
    private let next: Mutex<ContinuousClock.Instant>

    /// Creates a pacer for `rate` requests a second.
    init(rate: Double) {
        interval = .seconds(1 / rate)
        next = Mutex(.now)
    }

    /// Waits for the next turn; throws when the task is cancelled.
    func turn() async throws {
        let due = next.withLock { next in
            let due = max(next, .now)
            next = due + interval
            return due
        }
        if due > .now { try await Task.sleep(until: due, clock: .continuous) }
    }
}
