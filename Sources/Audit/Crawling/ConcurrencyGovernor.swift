import Synchronization
import Transport

/// Lowers the number of domains in flight when the machine cannot serve them in time.
///
/// Measured: beyond what the processor can serve, handshakes wait for it until they time out, and a crawler reports
/// failures of its own making. How long healthy servers take tells: when that nears a third of the timeout, there is too
/// much in flight. Silent hosts do not count, so they do not slow the run.
final class ConcurrencyGovernor: Sendable {
    private struct State {
        var average: Double?
        var sinceChange = 0
        var lowest: Int
    }

    private let permits: Permits
    private let most: Int
    private let timeoutMs: Double
    private let state: Mutex<State>

    init(permits: Permits, settings: CrawlSettings) {
        self.permits = permits
        most = settings.maxConcurrency
        timeoutMs = settings.timeout / .milliseconds(1)
        state = Mutex(State(lowest: settings.maxConcurrency))
    }

    /// The lowest number that was necessary.
    var lowest: Int { state.withLock { $0.lowest } }

    /// Takes into account how long a domain's first answer took.
    func note(_ report: DomainReport) {
        guard let exchange = report.wellKnown?.exchange, exchange.status != nil else { return }
        let timings = exchange.timings
        let took = (timings.connectMs ?? 0) + (timings.tlsMs ?? 0) + (timings.firstByteMs ?? 0)
        state.withLock { state in
            let average = state.average.map { $0 * 0.9 + took * 0.1 } ?? took
            state.average = average
            state.sinceChange += 1
            // A change shows only after those in flight have ended.
            let limit = permits.limit
            guard state.sinceChange >= limit else { return }
            if average > timeoutMs / 3, limit > 20 {
                permits.limit = max(20, limit * 3 / 4)
            } else if average < timeoutMs / 6, limit < most {
                permits.limit = min(most, limit + limit / 10 + 1)
            } else {
                return
            }
            state.sinceChange = 0
            state.lowest = min(state.lowest, permits.limit)
        }
    }
}
