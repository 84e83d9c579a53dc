/// A field of a request's header, as it was received.
public struct RequestField: Hashable, Sendable {
    /// The name with the client's letter case.
    public var name: String
    /// The value without the white space around it.
    public var value: String
}

/// A request as a server received it.
public struct RequestRecord: Hashable, Sendable {
    /// The number of the connection, from 1.
    public var connection: Int
    /// The number of the request on its connection, from 1.
    public var positionOnConnection: Int
    /// The number of the request for this host and path, from 1.
    public var ordinal: Int
    /// The name in the client's TLS hello; `nil` for plain HTTP and for addresses.
    public var serverName: String?
    /// The host of the `Host` field in lower case without a port; empty if missing.
    public var host: String
    /// The request's method.
    public var method: String
    /// The request's target as received.
    public var target: String
    /// All header fields in order.
    public var fields: [RequestField]
    /// The body, with the length of Content-Length.
    public var body: [UInt8] = []
    /// The time at which the header was complete.
    public var arrivedAt: ContinuousClock.Instant
    /// The TLS version as OpenSSL names it; `nil` for plain HTTP.
    public var tlsVersion: String?
    /// Whether the client resumed an earlier TLS session.
    public var isSessionResumed: Bool
    /// The server's address that the client connected to.
    public var localAddress: String

    /// The target up to a question mark.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The part after the first question mark; `nil` without one.
    public var query: String? { target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } }

    /// Returns the values of the fields with a name, in order, ignoring case.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// The record of a fault server so far.
public struct ServerTally: Hashable, Sendable {
    /// The number of accepted connections.
    public var connections = 0
    /// The maximum number of concurrently open connections.
    public var maxConnections = 0
    /// The number of closed connections.
    public var closedConnections = 0
    /// The number of completed TLS handshakes.
    public var handshakes = 0
    /// The number of handshakes that resumed a session.
    public var resumedHandshakes = 0
    /// OpenSSL's messages about failed handshakes, including alerts from clients.
    public var handshakeFailures: [String] = []
    /// The names in TLS hellos, one for each connection; empty if a hello had none.
    public var serverNames: [String] = []
    /// Names and `Host` fields for which the server has no site.
    public var unknownHosts: [String] = []
    /// Requests in the order of their arrival.
    public var requests: [RequestRecord] = []
    /// The number of completely sent answers.
    public var completedAnswers = 0
    /// The number of received bytes, including TLS.
    public var bytesReceived = 0
    /// The number of sent bytes, including TLS.
    public var bytesSent = 0

    /// The number of open connections.
    public var openConnections: Int { connections - closedConnections }

    /// Returns the requests for a path, ignoring their queries.
    public func requests(for path: String) -> [RequestRecord] {
        requests.filter { $0.path == path }
    }
}
