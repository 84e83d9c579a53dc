/// Lowers the number of domains that talk when the machine cannot serve them in time.
///
/// Measured: beyond what the processor can serve, handshakes wait for it until they time out, and a crawler reports
/// failures of its own making. How long healthy servers take tells: when that nears a third of the timeout, there is too
/// much in flight. Silent hosts do not count, so they do not slow the run.
package struct ConcurrencyGovernor {
    /// The number below which it does not go, unless it began there.
    package static let floor = 20

    private let highest: Int
    private let floor: Int
    private let timeout: Duration
    private var average: Duration?
    private var sinceChange = 0
    /// The number of domains that may talk now.
    package private(set) var limit: Int
    /// The lowest number that was necessary.
    package private(set) var lowest: Int

    /// Creates a governor that begins with `limit`; `timeout` is the time for one exchange.
    package init(limit: Int, timeout: Duration, floor: Int = floor) {
        highest = limit
        lowest = limit
        self.limit = limit
        self.floor = floor
        self.timeout = timeout
    }

    /// Takes into account how long a domain's first answer took; `nil` for a domain that gave none.
    package mutating func note(answeredAfter took: Duration?) {
        guard let took else { return }
        let average = average.map { $0 * 0.9 + took * 0.1 } ?? took
        self.average = average
        sinceChange += 1
        // A change shows only after those in flight have ended.
        guard sinceChange >= limit else { return }
        if average > timeout / 3, limit > floor {
            limit = max(floor, limit * 3 / 4)
        } else if average < timeout / 6, limit < highest {
            limit = min(highest, limit + limit / 10 + 1)
        } else {
            return
        }
        sinceChange = 0
        lowest = min(lowest, limit)
    }
}
