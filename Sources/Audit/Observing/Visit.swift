import Synchronization
import Transport

/// The state of an observation in progress: the gate, the connection to the domain, and the remaining time.
///
/// Used only by the task that observes the domain.
final class Visit {
    let target: Target
    let gate: any ObservationGate
    var pendingConnection: PendingFirstConnection?
    /// The time limit of the last connection attempt, if it was reduced because of other domains.
    var connectLimit: Duration?
    var route: Route?
    var connection: Connection?
    let time: DomainTime
    /// Whether the user's header fields are intended for this domain.
    var sendsUserHeaders = true

    init(target: Target, gate: any ObservationGate, time: DomainTime, pending: PendingFirstConnection? = nil) {
        self.target = target
        self.gate = gate
        self.time = time
        pendingConnection = pending
    }

    /// Returns the time limit of the next exchange.
    func exchangeTime(_ timeout: Duration, reserving reserve: Duration = .zero) -> ExchangeTime {
        let remaining = time.remaining
        let allowance = Self.allowance(of: remaining, timeout: timeout, reserving: reserve)
        return ExchangeTime(domain: time, reserved: remaining - allowance)
    }

    /// Returns the time for an exchange: at most `timeout`, leaving `reserve` or, if less, half of `remaining`.
    static func allowance(of remaining: Duration, timeout: Duration, reserving reserve: Duration) -> Duration {
        min(timeout, max(remaining - reserve, remaining / 2))
    }

    /// Releases and thereby closes the connection to the domain, if any.
    func releaseConnection() {
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
struct PendingFirstConnection {
    let route: Route
    /// The time limit of the first exchange.
    let time: ExchangeTime
    /// The permission to connect; `nil` while the domain must still wait for it, or if the route failed.
    var grant: ConnectionGrant?
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
    var elapsed: Duration { .now - start }
    var isWaiting: Bool { state.withLock { $0.isWaiting } }

    /// Waits; only a wait of up to `counted` uses up the time limit, and any longer wait extends it.
    ///
    /// - Returns: The result of the wait; `nil` if the task was cancelled.
    func waitUncounted<Result>(beyond counted: Duration = .zero, _ wait: () async throws -> Result) async -> Result? {
        state.withLock { $0.isWaiting = true }
        let waitStart = ContinuousClock.now
        let result = try? await wait()
        let waited = ContinuousClock.now - waitStart
        state.withLock { state in
            state.end += max(.zero, waited - counted)
            state.isWaiting = false
        }
        return result
    }
}

/// The time limit of one exchange, which excludes waiting for slots, like that of the domain.
struct ExchangeTime {
    let domain: DomainTime
    /// The part of the domain's remaining time that the exchange must not use.
    let reserved: Duration

    var remaining: Duration { domain.remaining - reserved }
    /// The remaining time, but at least the shortest timeout.
    var timeout: Duration { max(remaining, .milliseconds(1)) }
}
