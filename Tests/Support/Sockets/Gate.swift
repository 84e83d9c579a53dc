import Platform

/// Holds back an answer until a test opens the gate.
public final class Gate: Sendable {
    let signal = StopSignal()

    /// Creates a closed gate.
    public init() {}

    /// Opens the gate for current and future waits.
    public func open() {
        signal.raise()
    }
}
