/// Reduces the number of communicating domains if the machine cannot serve them in time.
///
/// Beyond the capacity of the processor, handshakes wait until they time out (measured), and a crawler reports failures
/// that it has caused itself. The response times of healthy servers show this: if their average exceeds a third of the
/// timeout, there are too many exchanges. Hosts that do not respond are not counted, so they do not slow the run.
package struct ConcurrencyGovernor {
    /// The minimum number of communicating domains, unless the initial number is lower.
    package static let floor = 20

    private let highest: Int
    private let floor: Int
    private let timeout: Duration
    private var average: Duration?
    private var responsesSinceChange = 0
    package private(set) var limit: Int
    package private(set) var lowest: Int

    /// Creates a governor with the initial number `limit`; `timeout` is the time limit for one exchange.
    package init(limit: Int, timeout: Duration, floor: Int = floor) {
        highest = limit
        lowest = limit
        self.limit = limit
        self.floor = floor
        self.timeout = timeout
    }

    /// Adds the time to a domain's first response; `nil` for a domain without a response.
    package mutating func note(answeredAfter took: Duration?) {
        guard let took else { return }
        let average = if let earlier = self.average { earlier * 0.9 + took * 0.1 } else { took }
        self.average = average
        responsesSinceChange += 1
        // The effect of a change is visible only after current domains have ended.
        guard responsesSinceChange >= limit else { return }
        if average > timeout / 3, limit > floor {
            limit = max(floor, limit * 3 / 4)
        } else if average < timeout / 6, limit < highest {
            limit = min(highest, limit + limit / 10 + 1)
        } else {
            return
        }
        responsesSinceChange = 0
        lowest = min(lowest, limit)
    }
}
