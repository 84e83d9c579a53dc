/// The behaviour of a forward proxy.
///
/// | case | what happens |
/// | --- | --- |
/// | `works` | a tunnel for CONNECT; plain requests are forwarded |
/// | `status(n)` | this status for every request: 403, 502, 504, or 407 with a challenge |
/// | `wantsPassword(user, password)` | 407 until `Proxy-Authorization` is correct (Basic, RFC 7617) |
/// | `end(ending)` | the end of the connection instead of a response |
/// | `garbage` | bytes that are not HTTP |
/// | `endlessPage` | 407 with endless chunks |
/// | `stall` | no response |
/// | `stallInTunnel` | 200 for CONNECT, but then nothing is forwarded |
/// | `endInTunnel(ending)` | 200 for CONNECT, and then the end of the connection |
/// | `cutAfter(n)` | a tunnel that breaks after n bytes from the server |
public enum ProxyBehaviour: Hashable, Sendable {
    case works
    case status(Int)
    case wantsPassword(user: String, password: String)
    case end(ConnectionEnding)
    case garbage
    case endlessPage
    case stall
    case stallInTunnel
    case endInTunnel(ConnectionEnding)
    case cutAfter(Int)
}

/// A request as a proxy received it.
public struct ProxyRequestRecord: Hashable, Sendable {
    /// `CONNECT`, `SOCKS4`, `SOCKS4a`, `SOCKS5`, or the method of a plain request.
    public var method: String
    /// `HOST:PORT`, or a whole URL for a plain request.
    public var target: String
    /// All header fields in order.
    public var fields: [RequestField]
}

/// The record of a proxy so far.
public struct ProxyTally: Hashable, Sendable {
    /// The number of accepted connections.
    public var connections = 0
    /// The number of closed connections.
    public var closedConnections = 0
    /// All requests in order.
    public var requests: [ProxyRequestRecord] = []
    /// The number of opened tunnels.
    public var tunnels = 0
    /// The number of bytes through tunnels, in both directions.
    public var tunnelledBytes = 0
}

/// An HTTP and SOCKS proxy on the loopback interface, which connects every name to one local port without resolving it.
///
/// Created by ``withForwardProxy(_:to:routes:_:)``, which also ends it.
public final class ForwardProxy: Sendable {
    /// The port on 127.0.0.1.
    public let port: UInt16
    let behaviour: ProxyBehaviour
    let defaultPort: UInt16
    let routes: [String: UInt16]
    let log = EventLog(ProxyTally())
    private let acceptor: Acceptor

    init(_ behaviour: ProxyBehaviour, to defaultPort: UInt16, routes: [String: UInt16]) throws {
        (self.behaviour, self.defaultPort, self.routes) = (behaviour, defaultPort, routes)
        acceptor = try Acceptor(addresses: ["127.0.0.1"], port: 0, limit: 512)
        port = acceptor.port
        try acceptor.start { [weak self] descriptor, _, stop in
            self?.serve(descriptor, stop)
        }
    }

    func stop() async {
        await acceptor.shutDown()
        log.close()
    }

    /// The record of the proxy so far.
    public var tally: ProxyTally { log.record }

    /// Waits until the record fulfils a condition; throws if the task is cancelled or the proxy ends first.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (ProxyTally) -> Bool) async throws -> ProxyTally {
        try await log.wait(until: condition)
    }
}

/// Runs `body` with a proxy, and then ends the proxy with all its threads and sockets.
///
/// - Parameters:
///   - behaviour: The behaviour for every request.
///   - port: The local port for every name; 0 for one that refuses connections.
///   - routes: Other local ports for some `HOST:PORT`.
///   - body: The code that runs while the proxy does.
/// - Returns: The result of `body`.
/// - Throws: Errors from `body`; a ``SupportError`` if the proxy cannot start.
public func withForwardProxy<Result>(
    _ behaviour: ProxyBehaviour = .works, to port: UInt16, routes: [String: UInt16] = [:],
    _ body: (ForwardProxy) async throws -> Result
) async throws -> Result {
    let proxy = try ForwardProxy(behaviour, to: port, routes: routes)
    do {
        let result = try await body(proxy)
        await proxy.stop()
        return result
    } catch {
        await proxy.stop()
        throw error
    }
}
