import Transport

/// Lowers the number of domains that talk when the machine cannot serve them in time.
///
/// Measured: beyond what the processor can serve, handshakes wait for it until they time out, and a crawler reports
/// failures of its own making. How long healthy servers take tells: when that nears a third of the timeout, there is too
/// much in flight. Silent hosts do not count, so they do not slow the run.
struct ConcurrencyGovernor {
    private let highest: Int
    private let timeoutMs: Double
    private var limit: Int
    private var average: Double?
    private var sinceChange = 0
    /// The lowest number that was necessary.
    private(set) var lowest: Int

    init(limit: Int, timeout: Duration) {
        highest = limit
        lowest = limit
        self.limit = limit
        timeoutMs = timeout / .milliseconds(1)
    }

    /// Takes into account how long a domain's first answer took; gives back the new limit, where it changes.
    mutating func note(_ report: DomainReport) -> Int? {
        guard let exchange = report.wellKnown?.exchange, exchange.status != nil else { return nil }
        let timings = exchange.timings
        let took = (timings.connectMs ?? 0) + (timings.tlsMs ?? 0) + (timings.firstByteMs ?? 0)
        let average = average.map { $0 * 0.9 + took * 0.1 } ?? took
        self.average = average
        sinceChange += 1
        // A change shows only after those in flight have ended.
        guard sinceChange >= limit else { return nil }
        if average > timeoutMs / 3, limit > 20 {
            limit = max(20, limit * 3 / 4)
        } else if average < timeoutMs / 6, limit < highest {
            limit = min(highest, limit + limit / 10 + 1)
        } else {
            return nil
        }
        sinceChange = 0
        lowest = min(lowest, limit)
        return limit
    }
}
