/// A query that a DNS server received.
public struct DNSQueryRecord: Hashable, Sendable {
    /// The name in lower case, without the trailing dot.
    public var name: String
    /// The type of record.
    public var type: DNSRecordType
    /// Whether the query was received over TCP.
    public var isOverTCP: Bool
    /// The time at which the query was received.
    public var arrivedAt: ContinuousClock.Instant
}

/// The record of a DNS server so far.
public struct DNSTally: Hashable, Sendable {
    /// All queries in order.
    public var queries: [DNSQueryRecord] = []
    /// The number of replies.
    public var replies = 0
    /// The number of messages that were not queries.
    public var unreadable = 0

    /// Returns the queries for a name.
    public func queries(for name: String) -> [DNSQueryRecord] {
        queries.filter { $0.name == normalisedHost(name) }
    }
}

/// A DNS server on the loopback interface that answers from a table and misbehaves as configured, over UDP and TCP on
/// one port.
///
/// Created by ``withDNSFaultServer(_:otherwise:address:_:)``, which also ends it.
public final class DNSFaultServer: Sendable {
    /// The port of both protocols.
    public let port: UInt16
    /// The numeric address on which the server listens.
    public let address: String
    /// `ADDRESS:PORT`, with brackets around an IPv6 address.
    public var endpoint: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
    private let log = EventLog(DNSTally())
    private let service = ServiceThread()

    init(_ answers: [String: DNSAnswer], otherwise: DNSAnswer, address: String) throws {
        let (descriptors, port) = try bindTogether([(.stream, address), (.datagram, address)], port: 0)
        (self.port, self.address) = (port, address)
        let table = Dictionary(answers.map { (normalisedHost($0), $1) }) { $1 }
        let loop = DNSServing(
            listener: descriptors[0], datagrams: descriptors[1], log: log, answers: table, otherwise: otherwise)
        try loop.open()
        try service.start { stop in loop.run(until: stop) }
    }

    func stop() async {
        await service.shutDown()
        log.close()
    }

    /// The record of the server so far.
    public var tally: DNSTally { log.record }

    /// Waits until the record fulfils a condition; throws if the task is cancelled or the server ends first.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (DNSTally) -> Bool) async throws -> DNSTally {
        try await log.wait(until: condition)
    }

    /// Waits for the given number of queries, and returns all received ones.
    @discardableResult
    public func queries(atLeast count: Int) async throws -> [DNSQueryRecord] {
        try await wait { $0.queries.count >= count }.queries
    }
}

/// Runs `body` with a DNS server, and ends the server afterwards.
///
/// - Parameters:
///   - answers: The answers for each name.
///   - otherwise: The answer for all other names.
///   - address: A loopback address of either family.
///   - body: The code that runs while the server does.
/// - Returns: The result of `body`.
/// - Throws: Errors from `body`; a ``SupportError`` if the server cannot start.
public func withDNSFaultServer<Result>(
    _ answers: [String: DNSAnswer] = [:], otherwise: DNSAnswer = .noSuchName, address: String = "127.0.0.1",
    _ body: (DNSFaultServer) async throws -> Result
) async throws -> Result {
    let server = try DNSFaultServer(answers, otherwise: otherwise, address: address)
    do {
        let result = try await body(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
