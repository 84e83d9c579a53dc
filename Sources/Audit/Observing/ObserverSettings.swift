public import struct Foundation.Date

/// How a domain is looked at.
public struct ObserverSettings: Hashable, Sendable {
    /// The time for one exchange.
    public var timeout: Duration
    /// The time for everything that is done for one domain, pauses included.
    public var deadline: Duration
    /// How often a transient failure is tried again.
    public var maxRetries: Int
    /// How many redirects are followed.
    public var maxRedirects: Int
    /// Whether a redirect may lead into private address space.
    public var allowsPrivateRedirects: Bool
    /// The pause before the first retry; it doubles with each further one.
    public var retryPause: Duration

    /// Creates settings with the contract's defaults.
    public init(
        timeout: Duration = .seconds(20), deadline: Duration = .seconds(60), maxRetries: Int = 2,
        maxRedirects: Int = 10, allowsPrivateRedirects: Bool = false, retryPause: Duration = .milliseconds(500)
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.maxRetries = maxRetries
        self.maxRedirects = maxRedirects
        self.allowsPrivateRedirects = allowsPrivateRedirects
        self.retryPause = retryPause
    }
}

/// What the observer takes from its surroundings, so that tests can hand in their own.
public struct ObserverSurroundings: Sendable {
    /// The date and time, for the record.
    public var now: @Sendable () -> Date
    /// Waits before a retry; a crawl gives its slot back meanwhile.
    public var pause: @Sendable (Duration) async throws -> Void
    /// A random number in `0..<1`, to spread retries.
    public var jitter: @Sendable () -> Double

    /// Creates surroundings; the defaults are the real ones.
    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.now = now
        self.pause = pause
        self.jitter = jitter
    }
}
