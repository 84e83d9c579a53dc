import Platform
import Synchronization

/// An established TCP connection, over which nothing was sent yet.
///
/// It is closed when it goes without having been used.
public final class Connection: Sendable {
    /// The route that it was made for.
    public let route: Route
    /// The address that answered.
    public let address: IPAddress
    /// The peer that it counts at.
    public var peer: ConnectionPeer { route.peer(of: address) }
    /// The time that connecting took.
    let connectTime: Duration
    private let socket: Mutex<(unused: Int32?, used: Int32?)>

    init(route: Route, address: IPAddress, socket: Int32, connectTime: Duration) {
        self.route = route
        self.address = address
        self.connectTime = connectTime
        self.socket = Mutex((socket, nil))
    }

    deinit { if let socket = takeSocket() { close(socket) } }

    /// The socket, which from now on belongs to whoever took it; `nil` when it was taken before.
    func takeSocket() -> Int32? {
        socket.withLock { socket in
            guard let unused = socket.unused else { return nil }
            socket = (nil, unused)
            return unused
        }
    }

    /// The descriptor of the socket after it was taken: whoever took it may have closed it.
    var usedSocket: Int32? { socket.withLock { $0.used } }
}

/// The result of an attempt to connect.
public enum ConnectionResult: Sendable {
    /// A connection is established; of the claims, the one for its address is left.
    case connected(Connection)
    /// No address answered: the exchange that was to take place. No claim is left.
    case failed(Exchange)
    /// The address of this index has no room at the moment; those before it did not answer. No claim is left.
    case noRoom(atIndex: Int)
    /// This process may not open one more socket, for the address of this index. No claim is left.
    case noDescriptor(atIndex: Int)
}
