/// One request: a GET, or a POST where it has something to bring.
public struct Request: Hashable, Sendable {
    /// A server that was talked to: a host at a port, and the address that answered.
    public struct KnownServer: Hashable, Sendable {
        /// The host name or address literal, without brackets.
        public var host: String
        /// The port.
        public var port: Int
        /// The address.
        public var address: String

        /// Creates a server.
        public init(host: String, port: Int, address: String) {
            self.host = host
            self.port = port
            self.address = address
        }
    }

    /// Which addresses a request may connect to.
    public enum AddressGuard: Hashable, Sendable {
        /// Any address: what the user named is asked, wherever it is.
        case any
        /// Public addresses, those that the user chose for a name, and the server that the user named.
        ///
        /// Which address of a name is connected to is decided here, unless a proxy looks names up by itself: then one that is not public
        /// refuses the name. A name that cannot be looked up here is left to such a proxy only where `allowsUnknown` is true.
        case publicOnly(except: KnownServer?, allowsUnknown: Bool)
    }

    /// The content of a POST.
    public struct Payload: Hashable, Sendable {
        /// The body.
        public var bytes: [UInt8]
        /// Header fields beside those of every request, `Content-Type` among them.
        public var headerFields: [HeaderField]

        /// Creates a payload.
        public init(_ bytes: [UInt8], headerFields: [HeaderField]) {
            self.bytes = bytes
            self.headerFields = headerFields
        }
    }

    /// An absolute `https` or `http` URL without user information and without a fragment.
    public var url: String
    /// Which addresses it may connect to.
    public var addressGuard: AddressGuard
    /// Whether another request to the same host follows at once; otherwise the connection is closed after this one.
    public var keepsConnection: Bool
    /// The time for everything that is still to be done: looking up names, connecting, the exchange.
    public var timeout: Duration
    /// Whether the header fields of the user (`-H`) are sent: they may hold secrets, so not to a server that a server led to.
    public var sendsUserHeaders: Bool
    /// The content that is posted; `nil` for a GET.
    public var payload: Payload?
    /// Whether the certificate of an https server has to be valid, made out for the host and trusted.
    ///
    /// Without it anybody can answer: nothing secret may be sent, and nothing that comes may be relied on. What is wrong with the
    /// certificate is in the ``TLSFacts`` all the same, and a proxy's own certificate is verified always.
    public var verifiesCertificate: Bool

    /// The `User-Agent`, where it is not that of ``TransportSettings``.
    public var userAgent: String?

    /// Creates a request.
    public init(
        url: String, addressGuard: AddressGuard = .any, keepsConnection: Bool = false, timeout: Duration = .seconds(20),
        sendsUserHeaders: Bool = true, payload: Payload? = nil, verifiesCertificate: Bool = true,
        userAgent: String? = nil
    ) {
        self.url = url
        self.addressGuard = addressGuard
        self.keepsConnection = keepsConnection
        self.timeout = timeout
        self.sendsUserHeaders = sendsUserHeaders
        self.payload = payload
        self.verifiesCertificate = verifiesCertificate
        self.userAgent = userAgent
    }
}
