import Platform
import Synchronization

/// An established TCP connection over which nothing has been sent yet.
///
/// Deinitialising an unused connection closes it.
public final class Connection: Sendable {
    /// The route that the connection was made for.
    public let route: Route
    /// The address that responded.
    public let address: IPAddress
    let connectTime: Duration
    private let socket: Mutex<(unused: Int32?, used: Int32?)>

    init(route: Route, address: IPAddress, socket: Int32, connectTime: Duration) {
        self.route = route
        self.address = address
        self.connectTime = connectTime
        self.socket = Mutex((socket, nil))
    }

    deinit { if let socket = takeSocket() { close(socket) } }

    /// Returns the socket, which the caller then owns; `nil` if it was already taken.
    func takeSocket() -> Int32? {
        socket.withLock { socket in
            guard let unused = socket.unused else { return nil }
            socket = (nil, unused)
            return unused
        }
    }

    /// The descriptor of the socket after it was taken; its new owner may have closed it.
    var usedSocket: Int32? { socket.withLock { $0.used } }
}

/// The result of an attempt to connect.
public enum ConnectionResult: Sendable {
    /// A connection is established, and the caller still holds the claim for its address, but no other claim.
    case connected(Connection)
    /// No address responded; contains the failed exchange.
    ///
    /// No claim remains.
    case failed(Exchange)
    /// The limit for the address at this index is reached; the addresses before it did not respond.
    ///
    /// No claim remains.
    case noRoom(atIndex: Int)
    /// The process cannot open another socket for the address at this index.
    ///
    /// No claim remains.
    case noDescriptor(atIndex: Int)
}
