/// One request: a GET, or a POST if it has a body.
public struct Request: Hashable, Sendable {
    /// A server that an earlier request used: host, port, and the address that responded.
    public struct KnownServer: Hashable, Sendable {
        /// The host name or address literal, without brackets.
        public var host: String
        /// The port.
        public var port: Int
        /// The address that responded.
        public var address: String

        /// Creates a server.
        public init(host: String, port: Int, address: String) {
            self.host = host
            self.port = port
            self.address = address
        }
    }

    /// The addresses that a request may connect to.
    public enum AddressGuard: Hashable, Sendable {
        /// Any address, for hosts that the user named.
        case any
        /// Public addresses, addresses that the user chose for a name, and the address of the server `except`.
        ///
        /// A proxy that resolves names itself may connect to any address of a name. With such a proxy, a name is
        /// refused if any of its addresses is not public; a name that cannot be resolved locally is passed to the proxy
        /// only if `allowsUnresolved` is true.
        case publicOnly(except: KnownServer?, allowsUnresolved: Bool)
    }

    /// An `https` or `http` URL.
    public var url: AbsoluteURL
    /// The addresses that the request may connect to.
    public var addressGuard: AddressGuard
    /// Whether another request to the host follows immediately; otherwise the connection is closed after this request.
    public var keepsConnection: Bool
    /// The time limit for all remaining work: name resolution, connecting, and the exchange.
    public var timeout: Duration
    /// Whether the user's header fields (`-H`) are sent.
    ///
    /// They can contain secrets, so they are not sent to the target of a redirect.
    public var sendsUserHeaders: Bool
    /// The body to post; `nil` for a GET.
    public var body: [UInt8]?
    /// Header fields in addition to those of every request; with a body, these must include its `Content-Type`.
    public var headerFields: [HeaderField]
    /// Whether an https server needs a certificate that is valid, trusted and issued for the host.
    ///
    /// Without verification, anyone can impersonate the server: the request must not contain secrets, and the response
    /// must not be trusted. The problem with the certificate is still recorded in ``TLSFacts``. A proxy's own
    /// certificate is always verified.
    public var verifiesCertificate: Bool
    /// The `User-Agent`, if different from that of ``TransportSettings``.
    public var userAgent: String?

    /// Creates a request.
    public init(
        url: AbsoluteURL, addressGuard: AddressGuard = .any, keepsConnection: Bool = false,
        timeout: Duration = .seconds(20), sendsUserHeaders: Bool = true, body: [UInt8]? = nil,
        headerFields: [HeaderField] = [], verifiesCertificate: Bool = true, userAgent: String? = nil
    ) {
        self.url = url
        self.addressGuard = addressGuard
        self.keepsConnection = keepsConnection
        self.timeout = timeout
        self.sendsUserHeaders = sendsUserHeaders
        self.body = body
        self.headerFields = headerFields
        self.verifiesCertificate = verifiesCertificate
        self.userAgent = userAgent
    }
}
