import Synchronization
import Transport

/// The state of an observation in progress: the gate, the connection to the domain, and the remaining time.
///
/// Used only by the task that observes the domain.
final class Visit {
    let target: Target
    let gate: any ObservationGate
    var firstTurn: FirstTurn?
    /// The time limit of the last connection attempt, if it was reduced because of other domains.
    var connectLimit: Duration?
    var route: Route?
    var connection: Connection?
    let time: DomainTime
    /// Whether the user's header fields are intended for this domain.
    var sendsUserHeaders = true

    init(target: Target, gate: any ObservationGate, time: DomainTime, firstTurn: FirstTurn? = nil) {
        self.target = target
        self.gate = gate
        self.time = time
        self.firstTurn = firstTurn
    }

    /// Returns the time of the domain that must remain after the next exchange; others after it need `reserve`.
    func rest(afterExchangeWithin timeout: Duration, reserving reserve: Duration = .zero) -> Duration {
        let left = time.remaining
        return left - Self.allowance(of: left, timeout: timeout, reserving: reserve)
    }

    static func allowance(of left: Duration, timeout: Duration, reserving reserve: Duration) -> Duration {
        min(timeout, max(left - reserve, left / 2))
    }

    /// Releases and thereby closes the connection to the domain, if any.
    func hangUp() {
        guard connection != nil else { return }
        connection = nil
        gate.hangUp()
    }
}

extension Target {
    func url(_ path: String) -> AbsoluteURL {
        AbsoluteURL(host: host, port: port, authority: domain.authority, path: path)
    }
}

/// The only state that is kept for a domain that waits for its first connection.
struct FirstTurn {
    let route: Route
    /// The time of the domain that must remain after its first exchange.
    let rest: Duration
    var turn: ConnectionTurn?
}

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
