import Transport

/// One domain being looked at: its gate, the connection to it, and how much of its time is left.
///
/// Belongs to the one task that observes the domain.
final class Visit {
    let target: Target
    let gate: any ObservationGate
    /// The first connection, until it is made.
    var first: FirstTurn?
    /// The time for the last attempt to connect, where it was shorter than usual because of other domains.
    var connectLimit: Duration?
    /// The route to the domain, once it was found.
    var route: Route?
    /// The connection to the domain, as long as it is open.
    var connection: Connection?
    let time: DomainTime
    /// Whether the user's header fields are meant for this domain.
    var sendsUserHeaders = true

    init(target: Target, gate: any ObservationGate, time: DomainTime, first: FirstTurn? = nil) {
        self.target = target
        self.gate = gate
        self.time = time
        self.first = first
    }

    /// The remaining part of the domain's time.
    var timeLeft: Duration { time.left }

    /// Returns the part of the remaining time that an exchange may use, where another one that follows needs `reserve`.
    static func allowance(of left: Duration, timeout: Duration, reserving reserve: Duration) -> Duration {
        min(timeout, max(left - reserve, left / 2))
    }

    /// The URL of a path at the domain.
    func url(_ path: String) -> String { "https://\(target.domain.authority)\(path)" }

    /// The first connection, once.
    func takeFirst() -> FirstTurn? {
        defer { first = nil }
        return first
    }

    /// Lets go of the connection to the domain, which is closed, if there is one.
    func hangUp() {
        guard connection != nil else { return }
        connection = nil
        gate.hangUp()
    }

    /// Waits without using the domain's deadline: what the wait takes beyond `planned` is added to it.
    ///
    /// - Returns: Whether the wait ended as it should; false when the task was cancelled.
    @discardableResult
    func waiting(apartFrom planned: Duration = .zero, _ wait: () async throws -> Void) async -> Bool {
        await time.waiting(apartFrom: planned, wait) != nil
    }
}
