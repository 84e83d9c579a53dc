public import Transport

public import struct Foundation.Date

/// The dependencies of the observer on its surroundings, which tests can replace.
public struct ObserverSurroundings: Sendable {
    /// The date and time, for the record.
    public var now: @Sendable () -> Date
    /// A random number in `0..<1`, to spread retries.
    public var jitter: @Sendable () -> Double
    /// Told before something is tried again: the target, what came of it, and the pause until then.
    public var willRetry: (@Sendable (Target, Exchange, Duration) -> Void)?

    /// Creates surroundings; the defaults are the real ones.
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
