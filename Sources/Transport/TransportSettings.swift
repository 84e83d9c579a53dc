/// An address that the user chose for a name, as `--resolve` in curl: TLS and HTTP keep using the name.
public struct ResolveOverride: Hashable, Sendable {
    /// The host name in lower case, or `*` for every name.
    public var host: String
    /// The port it holds for.
    public var port: Int
    /// IP address literals without brackets.
    public var addresses: [String]

    /// Creates an override.
    public init(host: String, port: Int, addresses: [String]) {
        self.host = host
        self.port = port
        self.addresses = addresses
    }
}

/// Another address to connect to instead of a host and port, as `--connect-to` in curl.
public struct ConnectToOverride: Hashable, Sendable {
    /// The host name in lower case; empty for every name.
    public var host: String
    /// The port; `nil` for every port.
    public var port: Int?
    /// The host to connect to instead: a name or an address literal; empty for the host itself.
    public var targetHost: String
    /// The port there; `nil` for the same one.
    public var targetPort: Int?

    /// Creates an override.
    public init(host: String, port: Int?, targetHost: String, targetPort: Int?) {
        self.host = host
        self.port = port
        self.targetHost = targetHost
        self.targetPort = targetPort
    }
}

/// The settings for all exchanges of a ``Transport``.
public struct TransportSettings: Hashable, Sendable {
    /// The address families that may be used.
    public enum AddressFamily: Hashable, Sendable {
        case any
        case ipv4
        case ipv6
    }

    /// The number of event loops, each with its own thread; at least 1.
    public var loops: Int
    /// The time for a TCP connection, name resolution and TLS apart.
    public var connectTimeout: Duration
    /// The time for the addresses of one name.
    public var nameTimeout: Duration
    /// The address families that may be used.
    public var addressFamily: AddressFamily
    /// Addresses chosen for names.
    public var resolve: [ResolveOverride]
    /// Places chosen to connect to.
    public var connectTo: [ConnectToOverride]
    /// A PEM file of trust anchors that replaces the system's roots.
    public var certificateAuthorityFile: String?
    /// A proxy as ``ProxyURL`` reads it; `nil` honours the environment.
    public var proxy: String?
    /// The environment to look for a proxy in (`https_proxy`, `no_proxy`, …), and for `SSL_CERT_FILE`.
    public var environment: [String: String]
    /// Header fields to send, secrets included: they never appear in an ``Exchange``.
    public var userHeaders: [HeaderField]
    /// The `User-Agent`.
    public var userAgent: String
    /// Name servers as `ADDRESS` or `ADDRESS:PORT`; empty for those of the system.
    public var nameServers: [String]
    /// The hosts file; its names are not asked for in the DNS.
    public var hostsFile: String
    /// Bytes of a body to read and, of a file (status 200), to keep, after its content coding was undone.
    public var bodyLimit: Int
    /// Bytes to keep of the body of an answer with any other status.
    public var pageLimit: Int
    /// The number of idle connections that each loop keeps for another request: at least the number of simultaneous exchanges.
    public var connectionLimit: Int
    /// Bytes of all header lines of an answer.
    public var headerBytesLimit: Int
    /// The number of header fields of an answer.
    public var headerFieldsLimit: Int

    /// Creates settings with the documented defaults.
    public init(userAgent: String, environment: [String: String] = [:]) {
        loops = 1
        connectTimeout = .seconds(10)
        nameTimeout = .seconds(10)
        addressFamily = .any
        resolve = []
        connectTo = []
        certificateAuthorityFile = nil
        proxy = nil
        self.environment = environment
        userHeaders = []
        self.userAgent = userAgent
        nameServers = []
        hostsFile = "/etc/hosts"
        bodyLimit = 256 * 1024
        pageLimit = 4 * 1024
        connectionLimit = 1_024
        headerBytesLimit = 64 * 1024
        headerFieldsLimit = 200
    }
}
