/// An address that the user chose for a name, like `--resolve` in curl: TLS and HTTP keep using the name.
public struct ResolveOverride: Hashable, Sendable {
    /// The host name in lower case, or `*` for every name.
    public var host: String
    /// The port that the override applies to.
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

/// Another address to connect to instead of a host and port, like `--connect-to` in curl.
public struct ConnectToOverride: Hashable, Sendable {
    /// The host name in lower case; empty for every name.
    public var host: String
    /// The port; `nil` for every port.
    public var port: Int?
    /// The host to connect to instead: a name or an address literal; empty to keep the host.
    public var targetHost: String
    /// The port to connect to instead; `nil` to keep the port.
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
    public var loopCount: Int = 1
    /// The time limit for a TCP connection, without name resolution and TLS.
    public var connectTimeout: Duration = .seconds(10)
    /// The time limit for resolving one name.
    public var nameTimeout: Duration = .seconds(10)
    /// The address families that may be used.
    public var addressFamily: AddressFamily = .any
    /// Addresses that the user chose for names.
    public var resolveOverrides: [ResolveOverride] = []
    /// Destinations to connect to instead of the hosts and ports of URLs.
    public var connectToOverrides: [ConnectToOverride] = []
    /// A PEM file of trust anchors that replaces the system's roots.
    public var certificateAuthorityFile: String?
    /// A proxy in the format of ``ProxyURL``; `nil` to use the environment.
    public var proxy: String?
    /// The environment, which can specify proxies (`https_proxy`, `no_proxy`, …) and `SSL_CERT_FILE`.
    public var environment: [String: String]
    /// Header fields to send, which can contain secrets: they never appear in an ``Exchange``.
    public var userHeaders: [HeaderField] = []
    /// The `User-Agent`.
    public var userAgent: String
    /// Name servers as `ADDRESS` or `ADDRESS:PORT`; empty for those of the system.
    public var nameServers: [String] = []
    /// The path of the hosts file, whose names are not resolved through DNS.
    public var hostsFile: String = "/etc/hosts"
    /// The maximum number of decoded bytes to read of any body, and to keep of a file: a body with status 200.
    public var maxBodyBytes: Int = 256 * 1024
    /// The maximum number of decoded bytes to keep of the body of a response with any other status.
    public var maxPageBytes: Int = 4 * 1024
    /// The number of idle connections that each loop keeps; at least the number of concurrent exchanges.
    public var maxIdleConnections: Int = 1_024
    /// The maximum size of all header lines of a response, in bytes.
    public var maxHeaderBytes: Int = 64 * 1024
    /// The maximum number of header fields of a response.
    public var maxHeaderFields: Int = 200

    /// Creates settings with the documented defaults.
    public init(userAgent: String, environment: [String: String] = [:]) {
        self.environment = environment
        self.userAgent = userAgent
    }
}
