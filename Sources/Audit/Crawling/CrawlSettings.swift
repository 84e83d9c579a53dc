import CrawlSchedule

/// The limits of a crawl: the number of things that it does at once, and its rate.
public struct CrawlSettings: Hashable, Sendable {
    /// Domains that talk at once: from the first byte of a handshake to the end of the last answer.
    public var maxConcurrency: Int
    /// Domains under way at once, those included that look up a name, connect, or wait, except for their first connection: each
    /// takes some 20 KiB of memory.
    public var maxOpen: Int
    /// Domains at once that wait for their first connection: each takes a few KiB of memory.
    public var maxWaiting: Int
    /// Connections at once, and attempts to get one: each takes a file descriptor.
    public var maxSockets: Int
    /// Connections at once at one server address, attempts included.
    public var hostConcurrency: Int
    /// Connections at once at one proxy, attempts included.
    public var proxyConcurrency: Int
    /// Requests a second over all hosts; `nil` for no limit.
    public var rateLimit: Double?
    /// The time for the whole run; `nil` for no limit.
    public var runDeadline: Duration?
    /// The time for one exchange, against which the crawl holds how long healthy servers take.
    public var timeout: Duration

    /// Creates settings with the documented defaults.
    public init(
        maxConcurrency: Int = 200, maxOpen: Int = 4_096, maxWaiting: Int = 16_384, maxSockets: Int = .max,
        hostConcurrency: Int = 20, proxyConcurrency: Int = 100, rateLimit: Double? = nil, runDeadline: Duration? = nil,
        timeout: Duration = .seconds(20)
    ) {
        self.maxConcurrency = maxConcurrency
        self.maxOpen = maxOpen
        self.maxWaiting = maxWaiting
        self.maxSockets = maxSockets
        self.hostConcurrency = hostConcurrency
        self.proxyConcurrency = proxyConcurrency
        self.rateLimit = rateLimit
        self.runDeadline = runDeadline
        self.timeout = timeout
    }

    var limits: CrawlLimits {
        let talking = max(1, maxConcurrency)
        return CrawlLimits(
            talking: talking, open: max(maxOpen, 2 * talking), waiting: max(maxWaiting, 1), sockets: max(maxSockets, 1),
            perAddress: max(1, hostConcurrency), perProxy: max(1, proxyConcurrency),
            requestInterval: rateLimit.map { .seconds(1 / $0) }, timeout: timeout)
    }
}
