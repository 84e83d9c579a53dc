/// The parts of an exchange, in order.
public enum ExchangePhase: String, Hashable, Sendable, CaseIterable {
    case dns
    case connect
    case proxy
    case tls
    /// The request was sent, the answer's header is not complete.
    case header
    case body
}

/// Why an exchange did not end with a complete answer.
public struct ExchangeFailure: Hashable, Sendable {
    /// A closed set of causes; the texts of libraries are in ``ExchangeFailure/detail``.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The name does not exist (NXDOMAIN).
        case nameNotFound
        /// The name exists and has neither an A nor an AAAA record (or none of the family asked for).
        case noAddress
        /// The resolver answered with a failure (SERVFAIL, REFUSED, …), or could not be asked.
        case resolverFailed
        /// No resolver answered in time.
        case resolverTimeout
        /// The address guard refused to connect, because of an address that is not public: see ``Request/addressGuard``.
        case addressBlocked
        /// The address guard refused to connect, because only a proxy may know the addresses of the name.
        case addressUnknown
        /// The proxy could not be reached, or refused.
        case proxyFailed
        /// Nothing listens.
        case connectRefused
        /// No answer to the connection attempt in time.
        case connectTimeout
        /// Not tried: the address did not answer others, and others are still trying.
        case notTried
        /// No connection for another reason: no route, network down.
        case connectFailed
        /// The certificate was not accepted; ``TLSFacts/verificationError`` and ``TLSFacts/nameVerification`` say why.
        case certificateRejected
        /// The handshake failed for another reason than the certificate.
        case handshakeFailed
        /// The server ended the connection because no client certificate was offered.
        case clientCertificateRequired
        /// Connected, but the exchange did not end in time.
        case timeout
        /// Closed or reset before the response header was complete.
        case connectionClosed
        /// The answer is not HTTP, or its header is over the limits.
        case malformedAnswer
        /// The body ended before its announced length or its last chunk.
        case bodyTruncated
        /// The body's content coding cannot be undone.
        case contentCodingBroken
        /// Cancelled by the caller.
        case cancelled
        /// Something that should not happen on this side, such as memory that ran out.
        case internalError

        /// Whether the address guard refused to connect.
        public var isByAddressGuard: Bool { self == .addressBlocked || self == .addressUnknown }
    }

    /// The cause.
    public var kind: Kind
    /// In which part of the exchange it happened.
    public var phase: ExchangePhase
    /// libcurl's code (`CURLcode`), 0 where libcurl was not involved.
    public var curlCode: Int
    /// The text of libcurl, OpenSSL, c-ares or of this program: untrusted where they quote a server.
    public var detail: String

    /// Creates a failure.
    public init(kind: Kind, phase: ExchangePhase, curlCode: Int = 0, detail: String) {
        self.kind = kind
        self.phase = phase
        self.curlCode = curlCode
        self.detail = detail
    }
}
