/// How many things a crawl does at once, and how fast.
public struct CrawlSettings: Hashable, Sendable {
    /// Domains in flight at once.
    public var maxConcurrency: Int
    /// Domains in flight at one server address.
    public var hostConcurrency: Int
    /// Requests a second over all hosts; `nil` for no limit.
    public var rateLimit: Double?
    /// The time for the whole run; `nil` for no limit.
    public var runDeadline: Duration?
    /// The time for one exchange, against which the crawl holds how long healthy servers take.
    public var timeout: Duration

    /// Creates settings with the contract's defaults.
    public init(
        maxConcurrency: Int = 200, hostConcurrency: Int = 20, rateLimit: Double? = nil, runDeadline: Duration? = nil,
        timeout: Duration = .seconds(20)
    ) {
        self.maxConcurrency = maxConcurrency
        self.hostConcurrency = hostConcurrency
        self.rateLimit = rateLimit
        self.runDeadline = runDeadline
        self.timeout = timeout
    }
}
