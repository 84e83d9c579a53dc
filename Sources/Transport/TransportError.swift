/// An error that prevents the creation of a transport; its cause is always on this machine, never a website.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The trust anchors cannot be read.
    case certificateAuthorities(String)
    /// A name server, a proxy or another setting cannot be used.
    case setting(String)
    /// A library or the system lacks something, such as memory.
    case library(String)

    /// A description of the problem, the expected state and the remedy.
    public var description: String {
        switch self {
        case .certificateAuthorities(let text), .setting(let text), .library(let text): text
        }
    }
}
