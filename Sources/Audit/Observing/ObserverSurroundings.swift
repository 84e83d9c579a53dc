public import Transport

public import struct Foundation.Date

/// The external dependencies of the observer, which tests can replace.
public struct ObserverSurroundings: Sendable {
    /// The current date and time.
    public var now: @Sendable () -> Date
    /// A random number in `0..<1`, to spread retries.
    public var jitter: @Sendable () -> Double
    /// Called before a retry with the target, the failed exchange, and the pause.
    public var willRetry: (@Sendable (Target, Exchange, Duration) -> Void)?

    /// Creates surroundings; the defaults are the system's.
    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        willRetry: (@Sendable (Target, Exchange, Duration) -> Void)? = nil
    ) {
        self.now = now
        self.jitter = jitter
        self.willRetry = willRetry
    }
}
