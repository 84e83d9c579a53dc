/// The peer of a connection: the target that must not be overloaded when many domains lead to it.
public enum ConnectionPeer: Hashable, Sendable {
    /// A server's address.
    case address(IPAddress)
    /// A proxy, by its host and port: which server is behind it is not known.
    case proxy(String)
}
