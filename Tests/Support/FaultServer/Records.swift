/// A field of a request's header, as it was received.
public struct RequestField: Hashable, Sendable {
    /// The name in the client's own letter case.
    public var name: String
    /// The value without the white space around it.
    public var value: String
}

/// A request as a server received it.
public struct RequestRecord: Hashable, Sendable {
    /// Which of the server's connections brought it: 1 for the first.
    public var connection: Int
    /// Which request of its connection it is: 1 for the first.
    public var positionOnConnection: Int
    /// Which request for this host and path it is: 1 for the first.
    public var ordinal: Int
    /// The name in the client's TLS hello; `nil` for plain HTTP and for addresses.
    public var serverName: String?
    /// The host of the `Host` field without its port, lower-case; empty when there is none.
    public var host: String
    /// The request's method.
    public var method: String
    /// The request's target as it was sent.
    public var target: String
    /// All header fields in order.
    public var fields: [RequestField]
    /// The body, as long as Content-Length says.
    public var body: [UInt8] = []
    /// When its header was complete.
    public var arrivedAt: ContinuousClock.Instant
    /// The agreed TLS version in OpenSSL's words; `nil` for plain HTTP.
    public var tlsVersion: String?
    /// Whether the client took up an earlier TLS session.
    public var isSessionResumed: Bool
    /// The server's address that the client connected to.
    public var localAddress: String

    /// The target up to a question mark.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The part after the first question mark; `nil` without one.
    public var query: String? { target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } }

    /// The values of the fields of that name, in order; letter case does not matter.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// The record of a fault server so far.
public struct ServerTally: Hashable, Sendable {
    /// Accepted connections.
    public var connections = 0
    /// The most connections that were open at once.
    public var maxConnections = 0
    /// Connections that are over.
    public var closedConnections = 0
    /// Completed TLS handshakes.
    public var handshakes = 0
    /// Handshakes that took up an earlier session.
    public var resumedHandshakes = 0
    /// Why handshakes failed, in OpenSSL's words: a client's alert is among them.
    public var handshakeFailures: [String] = []
    /// Names in TLS hellos, one for each connection that came so far; empty where a hello had none.
    public var serverNames: [String] = []
    /// Names and `Host` fields for which the server has no site.
    public var unknownHosts: [String] = []
    /// Requests in the order of their arrival.
    public var requests: [RequestRecord] = []
    /// Answers that were sent to their end.
    public var completedAnswers = 0
    /// Bytes that came, TLS's own included.
    public var bytesReceived = 0
    /// Bytes that were sent, TLS's own included.
    public var bytesSent = 0

    /// Connections that are open.
    public var openConnections: Int { connections - closedConnections }

    /// The requests for a path, whatever their query.
    public func requests(for path: String) -> [RequestRecord] {
        requests.filter { $0.path == path }
    }
}
