/// The peer of a connection, which must not be overloaded if many domains share it.
public enum ConnectionPeer: Hashable, Sendable {
    /// A server's address.
    case address(IPAddress)
    /// A proxy, identified by its host and port, because the server behind it is unknown.
    case proxy(String)
}
