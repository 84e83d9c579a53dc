import struct Foundation.Date

/// How the way to a URL is found: what is known, and which names have to be looked up.
struct RoutePlan: Sendable {
    /// The URL as the caller wrote it.
    let text: String
    let url: AbsoluteURL
    let startedAt: Date
    /// Which addresses may be connected to.
    let addressGuard: Request.AddressGuard
    private(set) var proxy: ProxyURL?
    /// The name to look up for the connection; `nil` where the addresses are known.
    private(set) var name: String?
    /// The addresses that are known without the name system.
    private(set) var addresses: [IPAddress] = []
    /// Whether the user chose where the connection goes.
    private(set) var isChosen = false
    /// The port to connect to.
    private(set) var port: Int

    init(
        _ text: String, url: AbsoluteURL, addressGuard: Request.AddressGuard, proxy: ProxyURL? = nil,
        settings: TransportSettings, startedAt: Date = Date()
    ) {
        self.text = text
        self.url = url
        self.startedAt = startedAt
        self.addressGuard = addressGuard
        self.proxy = proxy
        port = url.port
        if let proxy {
            port = proxy.port
            find(proxy.host)
        } else if let other = settings.connectTo.first(where: { $0.applies(to: url) }) {
            isChosen = !other.targetHost.isEmpty
            port = other.targetPort ?? url.port
            find(isChosen ? other.targetHost : url.host)
        } else if let chosen = settings.resolve.first(where: { $0.applies(to: url) }) {
            isChosen = true
            addresses = chosen.addresses.compactMap { IPAddress($0) }
        } else {
            find(url.host)
        }
    }

    private mutating func find(_ host: String) {
        if let address = IPAddress(host) { addresses = [address] } else { name = host }
    }

    /// The domain's own name, where it has to be looked up although the connection goes to a proxy: to tell the proxy an
    /// address, or to keep a server from leading into private space.
    var targetName: String? {
        guard let proxy, IPAddress(url.host) == nil else { return nil }
        if proxy.takesAddresses { return url.host }
        if case .publicOnly = addressGuard { return url.host }
        return nil
    }

    /// Those of `addresses` that the guard lets through.
    func allowed(_ addresses: [IPAddress]) -> [IPAddress] {
        guard case .publicOnly(let exception) = addressGuard else { return addresses }
        return addresses.filter { address in
            address.isPublic || exception?.covers(url, address) == true
        }
    }

    /// The failure of a way that the guard does not let anybody go.
    func blocked(_ addresses: [IPAddress]) -> ExchangeFailure {
        let list = addresses.prefix(4).map(\.description).joined(separator: ", ")
        return ExchangeFailure(
            kind: .addressBlocked, phase: .connect, detail: "\(url.host) is \(list), which is not public")
    }
}

extension ResolveOverride {
    fileprivate func applies(to url: AbsoluteURL) -> Bool { (host == url.host || host == "*") && port == url.port }
}

extension ConnectToOverride {
    fileprivate func applies(to url: AbsoluteURL) -> Bool {
        (host.isEmpty || host == url.host) && (port ?? url.port) == url.port
    }
}

extension Request.KnownServer {
    fileprivate func covers(_ url: AbsoluteURL, _ address: IPAddress) -> Bool {
        url.host == host && url.port == port && address.description == self.address
    }
}
