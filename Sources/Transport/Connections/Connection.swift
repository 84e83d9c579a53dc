import Platform
import Synchronization

/// An established TCP connection; its socket belongs to the first transfer, or is closed if there is none.
package final class Connection: Sendable {
    package let route: Route
    package let address: IPAddress
    let connectTime: Duration
    private let socket: Int32
    private let isSocketTaken = Atomic<Bool>(false)

    init(route: Route, address: IPAddress, socket: Int32, connectTime: Duration) {
        self.route = route
        self.address = address
        self.connectTime = connectTime
        self.socket = socket
    }

    deinit { if let socket = takeSocket() { close(socket) } }

    /// Returns the socket, which the caller then owns; `nil` if it was already taken.
    func takeSocket() -> Int32? { isSocketTaken.exchange(true, ordering: .acquiringAndReleasing) ? nil : socket }

    /// The descriptor of the socket, which its new owner may have closed; `nil` if it was not taken yet.
    var takenSocket: Int32? { isSocketTaken.load(ordering: .acquiring) ? socket : nil }
}

/// The result of an attempt to connect.
package enum ConnectionResult: Sendable {
    /// A connection is established, and the caller still holds the claim for its address, but no other claim.
    case connected(Connection)
    /// No address responded, and no claim remains; contains the failed exchange.
    case failed(Exchange)
    /// The limit for the address at this index is reached, earlier addresses did not respond, and no claim remains.
    case limitReached(atIndex: Int)
    /// The process cannot open another socket for the address at this index, and no claim remains.
    case noDescriptor(atIndex: Int)
}

/// Limits on attempts to connect: whether another attempt is allowed, and how long it may take.
///
/// Called on the thread of an event loop, so implementations must not block.
package protocol AddressClaims: Sendable {
    /// Claims one connection to `address`; returns false if the limit is reached.
    func tryClaim(_ address: IPAddress) -> Bool
    /// Releases the claim for `address`: the attempt has ended without a connection.
    func release(_ address: IPAddress)
    /// Records that the system refused to create a socket; called before the claim is released.
    func recordLackOfDescriptors()
    /// The time limit for an attempt to connect to `address`; `nil` for the usual limit.
    func connectTimeLimit(at address: IPAddress) -> Duration?
    /// Records that the address has responded to an attempt.
    func recordResponse(from address: IPAddress)
    /// Records that an attempt has timed out.
    func recordSilence(of address: IPAddress)
}

extension AddressClaims {
    package func recordLackOfDescriptors() {}
    package func connectTimeLimit(at address: IPAddress) -> Duration? { nil }
    package func recordResponse(from address: IPAddress) {}
    package func recordSilence(of address: IPAddress) {}
}

struct UnlimitedClaims: AddressClaims {
    func tryClaim(_ address: IPAddress) -> Bool { true }
    func release(_ address: IPAddress) {}
}
