/// Reduces the number of communicating domains if the machine cannot serve them in time.
///
/// Beyond the capacity of the processor, handshakes wait until they time out (measured), and a crawler reports failures
/// that it has caused itself. The response times of healthy servers show this: if their average exceeds a third of the
/// timeout, there are too many exchanges. Hosts that do not respond are not counted, so they do not slow the run.
struct ConcurrencyGovernor {
    private let settings: CrawlSettings
    private var averageResponseTime: Duration?
    private var responsesSinceChange = 0
    /// The current maximum number of communicating domains.
    private(set) var limit: Int
    private(set) var lowestLimit: Int

    init(_ settings: CrawlSettings) {
        self.settings = settings
        limit = settings.maxConcurrency
        lowestLimit = limit
    }

    /// Adds the time to a domain's first response.
    mutating func record(responseTime: Duration) {
        let average = averageResponseTime.map { $0 * 0.9 + responseTime * 0.1 } ?? responseTime
        averageResponseTime = average
        responsesSinceChange += 1
        // The effect of a change is visible only after current domains have ended.
        guard responsesSinceChange >= limit else { return }
        if average > settings.timeout / 3, limit > settings.minConcurrency {
            limit = max(settings.minConcurrency, limit * 3 / 4)
        } else if average < settings.timeout / 6, limit < settings.maxConcurrency {
            limit = min(settings.maxConcurrency, limit + limit / 10 + 1)
        } else {
            return
        }
        responsesSinceChange = 0
        lowestLimit = min(lowestLimit, limit)
    }
}
