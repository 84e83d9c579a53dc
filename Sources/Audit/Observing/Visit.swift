import Transport

/// One domain being looked at: its gate, its addresses and how much of its time is left.
///
/// Belongs to the one task that observes the domain.
final class Visit {
    let target: Target
    let gate: any ObservationGate
    /// The addresses that were looked up before the first request.
    var resolution: Resolution?
    private var until: ContinuousClock.Instant

    init(target: Target, gate: any ObservationGate, until: ContinuousClock.Instant) {
        self.target = target
        self.gate = gate
        self.until = until
    }

    /// What is left of the domain's time.
    var timeLeft: Duration { until - .now }

    /// The URL of a path at the domain.
    func url(_ path: String) -> String { "https://\(target.authority)\(path)" }

    /// The addresses for the next request: a failure to find them is told once and then looked up again.
    func takeResolution() -> Resolution? {
        defer {
            resolution?.dnsMs = nil
            if resolution?.failure != nil { resolution = nil }
        }
        return resolution
    }

    /// Waits for somebody else's sake: what it takes beyond `planned` is not taken from the domain's time.
    ///
    /// - Returns: Whether the wait ended as it should; false when the task was cancelled.
    @discardableResult
    func waiting(apartFrom planned: Duration = .zero, _ wait: () async throws -> Void) async -> Bool {
        let begun = ContinuousClock.now
        let ended: Void? = try? await wait()
        let extra = begun.duration(to: .now) - planned
        if extra > .zero { until += extra }
        return ended != nil
    }
}
