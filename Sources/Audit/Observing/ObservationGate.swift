public import Transport

/// Where an observation waits for its turn; a crawl keeps its limits here.
///
/// Waiting does not count for the domain's deadline. All methods throw only when the task is cancelled.
public protocol ObservationGate: Sendable {
    /// Waits for the turn to connect to one of `addresses`, in the order in which they will be tried.
    func enter(_ addresses: [IPAddress]) async throws
    /// Waits for the turn to send one more request.
    func request() async throws
    /// Waits `duration` before `exchange` is tried again, and then for the turn to do so.
    func pause(_ duration: Duration, after exchange: Exchange) async throws
}

/// A gate that lets everybody through at once, for a single domain.
public struct OpenGate: ObservationGate {
    /// Creates the gate.
    public init() {}
    /// Returns at once.
    public func enter(_ addresses: [IPAddress]) async throws {}
    /// Returns at once.
    public func request() async throws {}
    /// Sleeps.
    public func pause(_ duration: Duration, after exchange: Exchange) async throws {
        try await Task.sleep(for: duration)
    }
}
