import CrawlSchedule

/// The limits of a crawl: concurrency and rate.
public struct CrawlSettings: Hashable, Sendable {
    /// The maximum number of communicating domains: from the first byte of a handshake to the end of the last
    /// response.
    public var maxConcurrency: Int
    /// The maximum number of domains in progress, including those that resolve a name, connect, or wait, except for
    /// their first connection.
    ///
    /// Each takes about 20 KiB of memory.
    public var maxOpen: Int
    /// The maximum number of domains that wait for their first connection; each takes a few KiB of memory.
    public var maxWaiting: Int
    /// The maximum number of connections and attempts; each takes a file descriptor.
    public var maxSockets: Int
    /// The maximum number of connections to one server address, including attempts.
    public var hostConcurrency: Int
    /// The maximum number of connections to one proxy, including attempts.
    public var proxyConcurrency: Int
    /// The maximum number of requests per second over all hosts; `nil` for no limit.
    public var rateLimit: Double?
    /// The time limit for the whole run; `nil` for no limit.
    public var runDeadline: Duration?
    /// The time limit for one exchange, with which the crawl compares the response times of healthy servers.
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
