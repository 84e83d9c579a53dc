public import struct Foundation.Date

/// What the observer takes from its surroundings, so that tests can hand in their own.
public struct ObserverSurroundings: Sendable {
    /// The date and time, for the record.
    public var now: @Sendable () -> Date
    /// A random number in `0..<1`, to spread retries.
    public var jitter: @Sendable () -> Double

    /// Creates surroundings; the defaults are the real ones.
    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.now = now
        self.jitter = jitter
    }
}
