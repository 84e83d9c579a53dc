package import CrawlSchedule
package import Transport

/// The response to an observation that has requested a connection.
package enum ConnectionGrant: Hashable, Sendable {
    case connect
    /// The observation may connect in place of an idle connection to this peer, which it must reuse or close.
    case takeOver(CrawlPeer)
    /// The observation must not wait: all slots of the peer are in use, and it did not respond to this many domains.
    case skip(others: Int)
}

/// The gate at which an observation waits for slots; a crawl enforces its limits here.
///
/// For each connection, the observation calls ``beginResolution()``, ``connect(to:sharing:)``, ``communicate()``,
/// ``request()`` for each further request, and ``hangUp()``, in this order. For the first connection, it calls
/// ``requestFirstConnection(to:)``, which returns immediately, and ``firstGrant()`` if it must wait: many domains may
/// wait there, so they must take little memory. Waits do not count towards the domain's deadline. The waiting methods
/// throw only if the task is cancelled.
package protocol ObservationGate: AddressClaims {
    func beginResolution()
    /// Requests the first connection to `peer`; returns `nil` if the observation has to wait with ``firstGrant()``.
    func requestFirstConnection(to peer: CrawlPeer) -> ConnectionGrant?
    func firstGrant() async throws -> ConnectionGrant
    /// Waits for a further connection to `peer`; with `sharing`, this can be an idle connection.
    func connect(to peer: CrawlPeer, sharing: Bool) async throws -> ConnectionGrant
    /// Waits for permission to send over a new connection.
    func communicate() async throws
    /// Waits for permission to send another request over the connection.
    func request() async throws
    /// Reports that the connection was closed or could not be made.
    func hangUp()
    /// Reports that the connection to `peer` stays open for other observations.
    func leaveOpen(_ peer: CrawlPeer)
    /// Waits for `duration` before a retry, without a connection.
    func pause(_ duration: Duration) async throws

    /// Returns the number of other domains in a row without a response at an address; `nil` if it is insignificant.
    func otherDomainsUnanswered(at address: IPAddress) -> Int?
}

extension ObservationGate {
    package func pause(_ duration: Duration) async throws { try await Task.sleep(for: duration) }
}

/// A gate whose default implementations impose no limits.
package protocol UnlimitedGate: ObservationGate {}

extension UnlimitedGate {
    package func beginResolution() {}
    package func requestFirstConnection(to peer: CrawlPeer) -> ConnectionGrant? { .connect }
    package func firstGrant() async throws -> ConnectionGrant { .connect }
    package func connect(to peer: CrawlPeer, sharing: Bool) async throws -> ConnectionGrant { .connect }
    package func communicate() async throws {}
    package func request() async throws {}
    package func hangUp() {}
    package func leaveOpen(_ peer: CrawlPeer) {}
    package func otherDomainsUnanswered(at address: IPAddress) -> Int? { nil }
    package func tryClaim(_ address: IPAddress) -> Bool { true }
    package func release(_ address: IPAddress) {}
}

/// The claims of a route through a proxy: the gate limits connections to the proxy, not to each of its addresses.
struct ProxyClaims: AddressClaims {
    let gate: any ObservationGate

    func tryClaim(_ address: IPAddress) -> Bool { true }
    func release(_ address: IPAddress) {}
    func recordLackOfDescriptors() { gate.recordLackOfDescriptors() }
}

/// The gate of a single domain.
struct OpenGate: UnlimitedGate {}
