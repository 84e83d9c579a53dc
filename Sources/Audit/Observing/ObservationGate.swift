public import Transport

/// Where an observation waits for its turn; a crawl keeps its limits here.
///
/// The observation says what it is about to do, in this order for each connection: ``resolves()``, ``connect(to:)``,
/// ``talk()``, ``request()`` for each further request on it, ``hangUp()``. Waiting does not count for the domain's deadline.
/// What waits throws only when the task is cancelled. The claims are those of a connection that is being made.
public protocol ObservationGate: AddressClaims {
    /// The observation looks a name up.
    func resolves()
    /// Waits for the turn to connect to `peer`.
    func connect(to peer: ConnectionPeer) async throws
    /// A connection is established: waits for the turn to talk over it.
    func talk() async throws
    /// Waits for the turn to send one more request over the connection.
    func request() async throws
    /// The connection is closed, or did not come about.
    func hangUp()
    /// Waits `duration` before something is tried again, without a connection.
    func pause(_ duration: Duration) async throws

    /// This process may not open one more socket; the observation holds none.
    ///
    /// - Returns: Whether others have connections, so that one is free when they close one.
    func lacksDescriptor() -> Bool

    /// An address answered a connection attempt.
    func answered(_ address: IPAddress)
    /// An address did not answer a connection attempt in time.
    ///
    /// - Returns: How many other domains in a row it had not answered before.
    func stayedSilent(_ address: IPAddress) -> Int
}

extension ObservationGate {
    /// Knows of no others.
    public func lacksDescriptor() -> Bool { false }
    /// Sleeps.
    public func pause(_ duration: Duration) async throws { try await Task.sleep(for: duration) }
}

/// A gate that lets everybody through at once, for a single domain.
public struct OpenGate: ObservationGate {
    /// Creates the gate.
    public init() {}
    /// Does nothing.
    public func resolves() {}
    /// Returns at once.
    public func connect(to peer: ConnectionPeer) async throws {}
    /// Returns at once.
    public func talk() async throws {}
    /// Returns at once.
    public func request() async throws {}
    /// Does nothing.
    public func hangUp() {}
    /// Does nothing.
    public func answered(_ address: IPAddress) {}
    /// Knows of no other domain.
    public func stayedSilent(_ address: IPAddress) -> Int { 0 }
    /// Always has room.
    public func tryClaim(_ address: IPAddress) -> Bool { true }
    /// Does nothing.
    public func release(_ address: IPAddress) {}
}
