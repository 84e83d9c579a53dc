/// One request: a GET, or a POST where it has something to bring.
public struct Request: Hashable, Sendable {
    /// Which addresses a request may connect to.
    public enum AddressGuard: Hashable, Sendable {
        /// Any address: what the user named is asked, wherever it is.
        case any
        /// Public addresses, those that the user chose for a name, and the ones listed here.
        case publicOnly(except: [String])
    }

    /// What a POST brings.
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
    /// The time for everything: name resolution, connection, answer.
    public var timeout: Duration
    /// The addresses of the host, where they were looked up before; `nil` to look them up now.
    public var resolution: Resolution?
    /// Whether the header fields of the user (`-H`) are sent: they may hold secrets, so not to a host a server led to.
    public var sendsUserHeaders: Bool
    /// What is posted; `nil` for a GET.
    public var payload: Payload?

    /// Creates a request.
    public init(
        url: String, addressGuard: AddressGuard = .any, keepsConnection: Bool = false, timeout: Duration = .seconds(20),
        resolution: Resolution? = nil, sendsUserHeaders: Bool = true, payload: Payload? = nil
    ) {
        self.url = url
        self.addressGuard = addressGuard
        self.keepsConnection = keepsConnection
        self.timeout = timeout
        self.resolution = resolution
        self.sendsUserHeaders = sendsUserHeaders
        self.payload = payload
    }
}
