/// The parts of an exchange, in order.
public enum ExchangePhase: String, Hashable, Sendable, CaseIterable {
    /// Name resolution.
    case dns
    /// The TCP connection.
    case connect
    /// The connection to a proxy, and the tunnel through it.
    case proxy
    /// The TLS handshake.
    case tls
    /// The request was sent, but the header of the response is not complete.
    case header
    /// The header of the response is complete, but the body is not.
    case body
}

/// The reason why an exchange did not end with a complete response.
public struct ExchangeFailure: Hashable, Sendable {
    /// A closed set of causes; the messages of libraries are in ``ExchangeFailure/detail``.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The name does not exist (NXDOMAIN).
        case nameNotFound
        /// The name exists but has neither an A nor an AAAA record, or none of the requested family.
        case noAddress
        /// The resolver responded with a failure (SERVFAIL, REFUSED, …), or could not be reached.
        case resolverFailed
        /// No resolver responded in time.
        case resolverTimeout
        /// The address guard refused to connect because an address is not public; see ``Request/addressGuard``.
        case addressBlocked
        /// The address guard refused to connect because only a proxy can resolve the name.
        case addressUnknown
        /// The proxy could not be reached, or refused the request.
        case proxyFailed
        /// Nothing is listening on the port.
        case connectRefused
        /// The connection attempt timed out.
        case connectTimeout
        /// Not tried, because earlier attempts to connect to the address timed out, and others are still running.
        case notTried
        /// No connection for another reason: no route, network down.
        case connectFailed
        /// The certificate was not trusted; see ``TLSFacts/verificationError`` and ``TLSFacts/nameVerification``.
        case certificateRejected
        /// The handshake failed for a reason other than the certificate.
        case handshakeFailed
        /// The server ended the connection because no client certificate was offered.
        case clientCertificateRequired
        /// The connection was established, but the exchange did not end in time.
        case timeout
        /// Closed or reset before the response header was complete.
        case connectionClosed
        /// The response is not HTTP, or its header exceeds the limits.
        case malformedAnswer
        /// The body ended before its announced length or its last chunk.
        case bodyTruncated
        /// The body cannot be decoded.
        case contentCodingBroken
        /// Cancelled by the caller.
        case cancelled
        /// An unexpected problem on this machine, such as a lack of memory.
        case internalError

        /// Whether the address guard refused to connect.
        public var isCausedByAddressGuard: Bool { self == .addressBlocked || self == .addressUnknown }
    }

    /// The cause.
    public var kind: Kind
    /// The step in which the failure occurred.
    public var phase: ExchangePhase
    /// libcurl's code (`CURLcode`); 0 if libcurl was not involved.
    public var curlCode: Int
    /// The message of libcurl, OpenSSL, c-ares or this program; untrusted if it quotes a server.
    public var detail: String

    /// Creates a failure.
    public init(kind: Kind, phase: ExchangePhase, curlCode: Int = 0, detail: String) {
        self.kind = kind
        self.phase = phase
        self.curlCode = curlCode
        self.detail = detail
    }
}
