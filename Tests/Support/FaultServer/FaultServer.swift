import Synchronization

/// An HTTPS server on the loopback interface that misbehaves as configured, in this process.
///
/// One port serves any number of hosts, encrypted and (for redirects to `http`) plain, distinguished by a connection's
/// first byte. A ``Site`` specifies the behaviour of a host. Clients reach it with `--connect-to
/// HOST:443:127.0.0.1:PORT` or a ``DNSFaultServer``. Created by
/// ``withFaultServer(_:otherwise:atPort:onAccept:authority:addresses:refusing:port:maximumConnections:_:)``, which
/// also ends it.
public final class FaultServer: Sendable {
    /// The port on all addresses.
    public let port: UInt16
    /// The authority that issued the certificates.
    public let authority: CertificateAuthority
    let sites: [String: Site]
    let otherwise: Site?
    let onAccept: AcceptFault?
    let log = EventLog(ServerTally())
    private let contexts = Mutex<[String: TLSContext]>([:])
    private let ordinals = Mutex<[String: Int]>([:])
    private let acceptor: Acceptor

    init(
        _ sites: [String: Site], otherwise: (UInt16) -> Site?, onAccept: AcceptFault?,
        authority: CertificateAuthority, addresses: [String], refusing: [String], port: UInt16,
        maximumConnections: Int
    ) throws {
        self.sites = Dictionary(sites.map { (normalisedHost($0), $1) }) { $1 }
        self.onAccept = onAccept
        self.authority = authority
        acceptor = try Acceptor(addresses: addresses, refusing: refusing, port: port, limit: maximumConnections)
        self.port = acceptor.port
        self.otherwise = otherwise(acceptor.port)
        // Created here, so that a failure to create a certificate fails the test and not a connection.
        for (host, site) in self.sites { _ = try context(for: host, site) }
        try acceptor.start { [weak self] descriptor, address, stop in
            self?.serve(descriptor, address, stop)
        }
    }

    func stop() async {
        await acceptor.shutDown()
        log.close()
    }

    /// The record of the server so far.
    public var tally: ServerTally { log.record }

    /// Waits until the record fulfils a condition; throws if the task is cancelled or the server ends first.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (ServerTally) -> Bool) async throws -> ServerTally {
        try await log.wait(until: condition)
    }

    /// Waits for the given number of requests, and returns all received ones.
    @discardableResult
    public func requests(atLeast count: Int) async throws -> [RequestRecord] {
        try await wait { $0.requests.count >= count }.requests
    }

    /// Waits for the given number of connections.
    public func connections(atLeast count: Int) async throws {
        try await wait { $0.connections >= count }
    }

    /// Waits until no connection is open, after at least the given number.
    public func allConnectionsClosed(afterAtLeast count: Int = 1) async throws {
        try await wait { $0.connections >= count && $0.openConnections == 0 }
    }

    func site(for host: String) -> Site? {
        sites[host] ?? otherwise
    }

    /// Returns the TLS configuration for a host, which is created once, even for hosts that share a site.
    func context(for host: String, _ site: Site) throws -> TLSContext {
        if let known = contexts.withLock({ $0[host] }) { return known }
        let identity = try authority.identity(for: host, site.certificate)
        let made = try TLSContext(identity, site.handshake.policy)
        return contexts.withLock { contexts in
            let kept = contexts[host] ?? made
            contexts[host] = kept
            return kept
        }
    }

    /// Returns the ordinal of this request among those for the same host and path.
    func nextOrdinal(host: String, path: String) -> Int {
        ordinals.withLock { ordinals in
            ordinals["\(host) \(path)", default: 0] += 1
            return ordinals["\(host) \(path)", default: 0]
        }
    }
}

/// Runs `body` with a server, and then always ends the server with all its threads and sockets.
///
/// - Parameters:
///   - sites: The behaviour for each host; for a client without a server name, that of the address, such as
///     `127.0.0.1`.
///   - otherwise: The behaviour for all other hosts; by default, the alert `unrecognized_name` or a 421.
///   - atPort: The same as `sites`, for answers that contain the server's port.
///   - onAccept: A fault for every connection before the client has sent anything, instead of all other behaviour.
///   - authority: The authority that issues the certificates; by default, that of the process.
///   - addresses: Loopback addresses, all with the same port; `::1` and (on Linux) `127.0.0.2` are possible.
///   - refusing: Loopback addresses that refuse connections on that port, and that cannot be used by other processes
///     meanwhile.
///   - port: The port; 0 lets the system choose.
///   - maximumConnections: The maximum number of concurrent connections; further ones wait to be accepted.
///   - body: The code that runs while the server does.
/// - Returns: The result of `body`.
/// - Throws: Errors from `body`; a ``SupportError`` if the server cannot start.
public func withFaultServer<Result>(
    _ sites: [String: Site] = [:], otherwise: Site? = nil, atPort: ((UInt16) -> Site)? = nil,
    onAccept: AcceptFault? = nil, authority: CertificateAuthority? = nil, addresses: [String] = ["127.0.0.1"],
    refusing: [String] = [], port: UInt16 = 0, maximumConnections: Int = 512,
    _ body: (FaultServer) async throws -> Result
) async throws -> Result {
    let server = try FaultServer(
        sites, otherwise: { atPort?($0) ?? otherwise }, onAccept: onAccept, authority: authority ?? .shared(),
        addresses: addresses, refusing: refusing, port: port, maximumConnections: maximumConnections)
    do {
        let result = try await body(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
