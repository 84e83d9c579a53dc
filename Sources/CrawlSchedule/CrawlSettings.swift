/// The limits of a crawl: concurrency, rate and time.
package struct CrawlSettings: Hashable, Sendable {
    /// The maximum number of communicating domains: from the first byte of a handshake to the end of the last response.
    ///
    /// In addition, the same number of domains may communicate that have done so for longer than ``patience``.
    package var maxConcurrency: Int
    /// The maximum number of domains in progress, except those that wait for their first connection.
    ///
    /// A crawl replaces a smaller number by twice ``maxConcurrency``. Each domain takes about 20 KiB of memory.
    package var maxOpen: Int
    /// The maximum number of domains that wait for their first connection; each takes a few KiB of memory.
    package var maxWaiting: Int
    /// The maximum number of connections and attempts; each takes a file descriptor.
    package var maxSockets: Int
    /// The maximum number of connections to one server address, including attempts.
    package var hostConcurrency: Int
    /// The maximum number of connections to one proxy, including attempts.
    package var proxyConcurrency: Int
    /// The minimum interval between two requests, over all hosts; `nil` for no limit.
    package var requestInterval: Duration?
    /// The time limit for one exchange, with which the crawl compares the response times of healthy servers.
    package var timeout: Duration
    /// The time after which a name lookup, a connection or an exchange counts as slow.
    ///
    /// A packet travels around the world in less than a second, and a lost first packet is sent again after this time.
    package var patience: Duration = .seconds(1)
    /// The number of communicating domains below which the limit is not reduced on an overloaded machine.
    package var minConcurrency = 20

    /// Creates settings; numbers below 1 are replaced by 1.
    package init(
        maxConcurrency: Int = 200, maxOpen: Int = 4_096, maxWaiting: Int = 16_384, maxSockets: Int = .max,
        hostConcurrency: Int = 20, proxyConcurrency: Int = 100, requestInterval: Duration? = nil,
        timeout: Duration = .seconds(20)
    ) {
        self.maxConcurrency = max(1, maxConcurrency)
        self.maxOpen = max(1, maxOpen)
        self.maxWaiting = max(1, maxWaiting)
        self.maxSockets = max(1, maxSockets)
        self.hostConcurrency = max(1, hostConcurrency)
        self.proxyConcurrency = max(1, proxyConcurrency)
        self.requestInterval = requestInterval
        self.timeout = timeout
    }
}
