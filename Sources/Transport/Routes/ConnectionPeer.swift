/// What a connection is made to: the thing that must not be hammered when many domains lead to it.
public enum ConnectionPeer: Hashable, Sendable {
    /// A server's address.
    case address(IPAddress)
    /// A proxy, by its host and port: which server is behind it is not known.
    case proxy(String)
}
