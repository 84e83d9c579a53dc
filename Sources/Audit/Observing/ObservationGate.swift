public import Transport

/// The turn to connect, for which an observation has waited.
public enum ConnectionTurn: Hashable, Sendable {
    /// The observation may connect.
    case connect
    /// The observation may connect in place of an idle connection to this peer, which is to be used, or else closed before.
    case takeOver(ConnectionPeer)
    /// The observation is not to wait: all who may are trying to connect, and the peer did not answer so many other domains.
    case skip(others: Int)
}

/// The gate at which an observation waits for its turn; a crawl enforces its limits here.
///
/// The observation announces its steps, in this order for each connection: ``resolves()``, ``connect(to:sharing:)``,
/// ``talk()``, ``request()`` for each further request on it, ``hangUp()``. For the first connection it asks without waiting,
/// because an unlimited number of domains may have to wait for it, which must take little memory. Waiting does not count for
/// the domain's deadline.
/// The methods that wait throw only when the task is cancelled. The claims are those of a connection that is being made.
public protocol ObservationGate: AddressClaims {
    /// The observation looks a name up.
    func resolves()
    /// Asks to connect to `peer`, for the first time.
    ///
    /// - Returns: The turn; `nil` where ``firstTurn()`` has to be waited for.
    func askFirst(toConnectTo peer: ConnectionPeer) -> ConnectionTurn?
    /// Waits for the turn to connect for the first time, which was asked for.
    func firstTurn() async throws -> ConnectionTurn
    /// Waits for the turn to connect to `peer` once more; where the connection is one that is shared, an idle one does as well.
    func connect(to peer: ConnectionPeer, sharing: Bool) async throws -> ConnectionTurn
    /// A connection is established: waits for the turn to talk over it.
    func talk() async throws
    /// Waits for the turn to send one more request over the connection.
    func request() async throws
    /// The connection is closed, or did not come about.
    func hangUp()
    /// The connection to `peer` stays open, for other observations.
    func leaveOpen(_ peer: ConnectionPeer)
    /// Waits `duration` before something is tried again, without a connection.
    func pause(_ duration: Duration) async throws

    /// Returns the number of other domains in a row that got no response from an address; `nil` where too few to matter.
    func otherDomainsUnanswered(at address: IPAddress) -> Int?
}

extension ObservationGate {
    /// Does nothing.
    public func leaveOpen(_ peer: ConnectionPeer) {}
    /// Knows of no others.
    public func otherDomainsUnanswered(at address: IPAddress) -> Int? { nil }
    /// Sleeps.
    public func pause(_ duration: Duration) async throws { try await Task.sleep(for: duration) }
}

/// A gate that lets everybody through at once, for a single domain.
public struct OpenGate: ObservationGate {
    /// Creates the gate.
    public init() {}
    /// Does nothing.
    public func resolves() {}
    /// Is granted at once.
    public func askFirst(toConnectTo peer: ConnectionPeer) -> ConnectionTurn? { .connect }
    /// Returns at once.
    public func firstTurn() async throws -> ConnectionTurn { .connect }
    /// Returns at once.
    public func connect(to peer: ConnectionPeer, sharing: Bool) async throws -> ConnectionTurn { .connect }
    /// Returns at once.
    public func talk() async throws {}
    /// Returns at once.
    public func request() async throws {}
    /// Does nothing.
    public func hangUp() {}
    /// Always has room.
    public func tryClaim(_ address: IPAddress) -> Bool { true }
    /// Does nothing.
    public func release(_ address: IPAddress) {}
}
