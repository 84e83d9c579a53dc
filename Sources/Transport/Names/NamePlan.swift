/// How the addresses for one request are found.
enum NamePlan {
    /// The proxy is an address: nothing is asked here.
    case proxied
    /// The connection goes to an address that the user chose, at another port.
    case redirected(address: String, connectTo: [String])
    /// The user chose the addresses for the name.
    case chosen(addresses: [String], host: String, port: Int)
    /// The host is an address.
    case literal(IPAddress)
    /// `name` has to be resolved; `chosen` when the user chose it for another one.
    case ask(name: String, port: Int, connectTo: [String], chosen: Bool)

    init(url: AbsoluteURL, proxy: String?, settings: TransportSettings) {
        if let proxy {
            self = Self.plan(proxy: proxy)
        } else if let override = settings.connectTo.first(where: { Self.applies($0, to: url) }) {
            self = Self.plan(override, url: url)
        } else if let chosen = settings.resolve.first(where: {
            ($0.host == url.host || $0.host == "*") && $0.port == url.port
        }) {
            self = .chosen(addresses: chosen.addresses, host: url.host, port: url.port)
        } else if let address = IPAddress(url.host) {
            self = .literal(address)
        } else {
            self = .ask(name: url.host, port: url.port, connectTo: [], chosen: false)
        }
    }

    /// What is known without asking the name system; `nil` where it has to be asked.
    var resolution: Resolution? {
        switch self {
        case .proxied: Resolution()
        case .redirected(let address, _): Resolution(addresses: IPAddress(address).map { [$0] } ?? [])
        case .chosen(let addresses, _, _): Resolution(addresses: addresses.compactMap { IPAddress($0) })
        case .literal(let address): Resolution(addresses: [address])
        case .ask: nil
        }
    }

    private static func plan(proxy: String) -> NamePlan {
        let url = AbsoluteURL(proxy.contains("://") ? proxy : "http://\(proxy)")
        guard let url, IPAddress(url.host) == nil else { return .proxied }
        // curl's default port for a proxy is 1080, for https proxies 443; without a port in the text curl decides so, too.
        let hasPort =
            proxy.split(separator: "@").last.map { $0.split(separator: "/").last ?? $0 }?.contains(":") ?? false
        let port = hasPort ? url.port : url.scheme == "https" ? 443 : 1080
        return .ask(name: url.host, port: port, connectTo: [], chosen: false)
    }

    private static func applies(_ override: ConnectToOverride, to url: AbsoluteURL) -> Bool {
        (override.host.isEmpty || override.host == url.host) && (override.port ?? url.port) == url.port
    }

    private static func plan(_ override: ConnectToOverride, url: AbsoluteURL) -> NamePlan {
        let host = override.targetHost.isEmpty ? url.host : override.targetHost
        let port = override.targetPort ?? url.port
        if port == url.port, IPAddress(host) != nil {
            // Same port: an address for the name is all that is needed, and keeps libcurl's connections apart by name.
            return .chosen(addresses: [host], host: url.host, port: url.port)
        }
        let bracketed = host.contains(":") ? "[\(host)]" : host
        let connectTo = ["\(url.host.contains(":") ? "[\(url.host)]" : url.host):\(url.port):\(bracketed):\(port)"]
        if IPAddress(host) != nil { return .redirected(address: host, connectTo: connectTo) }
        return .ask(name: host, port: port, connectTo: connectTo, chosen: !override.targetHost.isEmpty)
    }
}
