import struct Foundation.Date

/// The destination of the connection for a URL, determined before connecting so that a caller can wait for a slot.
package struct Route: Sendable {
    package var url: AbsoluteURL { plan.url }
    /// The addresses to connect to, in order; with a proxy, those of the proxy.
    package internal(set) var addresses: [IPAddress]
    /// The reason why no connection can be made; `nil` if one can.
    package internal(set) var failure: ExchangeFailure?
    /// The time for name lookups in milliseconds; `nil` without lookups.
    package internal(set) var dnsMs: Double?

    let plan: RoutePlan
    /// The domain's addresses, if a proxy receives an address instead of a name.
    var targetAddresses: [IPAddress] = []
    /// The domain's addresses that the guard does not allow.
    var refused: [IPAddress] = []
    /// The number of the domain's addresses beyond ``maxAddresses``, which are not tried.
    var untriedCount = 0
    /// The maximum number of addresses of each family to try; each attempt blocks the event loop for some system calls.
    static let maxAddresses = 32

    init(_ plan: RoutePlan, addresses: [IPAddress] = [], failure: ExchangeFailure? = nil) {
        self.plan = plan
        self.addresses = addresses
        self.failure = failure
    }

    /// Uses the addresses in `found` that the guard allows; if there are none, sets ``failure``.
    mutating func setAddresses(from found: [IPAddress]) {
        let (allowed, refused) = plan.divideByGuard(found)
        let families = Dictionary(grouping: allowed, by: \.isIPv6).mapValues { $0.prefix(Self.maxAddresses) }
        let isIPv6First = allowed.first?.isIPv6 == true
        let tried = Array((families[isIPv6First] ?? []) + (families[!isIPv6First] ?? []))
        self.refused = refused
        untriedCount = allowed.count - tried.count
        if isProxied { targetAddresses = tried } else { addresses = tried }
        if tried.isEmpty { failure = plan.guardFailure(found) }
    }

    package var addressGuard: Request.AddressGuard { plan.addressGuard }
    package var isProxied: Bool { plan.proxy != nil }
    package var proxyName: String? { plan.proxy?.name }

    /// Returns the same route with `address` as its only address.
    package func leading(to address: IPAddress) -> Route {
        var route = self
        route.addresses = [address]
        route.refused = []
        return route
    }

    /// Returns an exchange with the facts that are known before the first byte is sent, and with `failure`, if any.
    package func exchange(failing failure: ExchangeFailure? = nil) -> Exchange {
        var exchange = Exchange(url: plan.url.description, startedAt: plan.startedAt)
        exchange.throughProxy = isProxied
        // With a proxy, `addresses` are those of the proxy; the domain's own matter only if the guard refused them.
        var shown = isProxied ? [] : addresses
        if !isProxied || self.failure?.kind == .addressBlocked { shown += refused }
        exchange.addresses = shown.prefix(64).map(\.description)
        exchange.addressesChosen = plan.isChosen
        exchange.timings.dnsMs = dnsMs
        exchange.failure = failure ?? self.failure
        return exchange
    }
}

/// The known addresses and the name to look up; a class, so that asynchronous functions that hold a route stay small.
final class RoutePlan: Sendable {
    let url: AbsoluteURL
    let startedAt: Date
    let addressGuard: Request.AddressGuard
    let proxy: ProxyURL?
    /// The name to look up for the connection; `nil` if the addresses are known.
    let name: String?
    let addresses: [IPAddress]
    /// Whether the user chose the host or the addresses to connect to.
    let isChosen: Bool
    let port: Int

    init(
        _ url: AbsoluteURL, addressGuard: Request.AddressGuard, proxy: ProxyURL? = nil, settings: TransportSettings,
        startedAt: Date = Date()
    ) {
        self.url = url
        self.startedAt = startedAt
        self.addressGuard = addressGuard
        self.proxy = proxy
        let host: String
        if let proxy {
            (host, port, isChosen) = (proxy.host, proxy.port, false)
        } else if let mapping = settings.connectToOverrides.first(where: { $0.applies(to: url) }) {
            isChosen = !mapping.targetHost.isEmpty
            port = mapping.targetPort ?? url.port
            host = isChosen ? mapping.targetHost : url.host
        } else if let chosen = settings.resolveOverrides.first(where: { $0.applies(to: url) }) {
            (port, isChosen, name) = (url.port, true, nil)
            addresses = chosen.addresses.compactMap { IPAddress($0) }
            return
        } else {
            (host, port, isChosen) = (url.host, url.port, false)
        }
        let literal = IPAddress(host)
        name = literal == nil ? host : nil
        addresses = literal.map { [$0] } ?? []
    }

    /// The domain's name, if a proxy is used but the program must resolve the name: for the proxy or for the guard.
    var targetName: String? {
        guard let proxy, IPAddress(url.host) == nil else { return nil }
        return proxy.requiresAddress || addressGuard != .any ? url.host : nil
    }

    /// Whether a proxy resolves the domain's name itself, and may connect to any of its addresses.
    var isLookedUpByProxy: Bool { proxy?.requiresAddress == false }

    /// Divides addresses by the guard; if a proxy could connect to any of them, a single refused one makes all refused.
    func divideByGuard(_ addresses: [IPAddress]) -> (allowed: [IPAddress], refused: [IPAddress]) {
        guard case .publicOnly(let exception, _) = addressGuard else { return (addresses, []) }
        let groups = Dictionary(grouping: addresses) { $0.isPublic || exception?.covers(url, $0) == true }
        let (allowed, refused) = (groups[true] ?? [], groups[false] ?? [])
        return isLookedUpByProxy && !refused.isEmpty ? ([], addresses) : (allowed, refused)
    }

    func guardFailure(_ addresses: [IPAddress]) -> ExchangeFailure {
        let list = addresses.filter { !$0.isPublic }.prefix(4).map(\.description).joined(separator: ", ")
        return ExchangeFailure(kind: .addressBlocked, phase: .connect, detail: "not public: \(list)")
    }

    /// Returns the failure for a domain whose name cannot be resolved here; `nil` if resolution is left to the proxy.
    func lookupFailure(_ kind: ExchangeFailure.Kind, _ detail: String) -> ExchangeFailure? {
        guard isLookedUpByProxy else { return ExchangeFailure(kind: kind, phase: .dns, detail: detail) }
        guard case .publicOnly(_, allowsUnresolved: false) = addressGuard else { return nil }
        let mayBeKnownToProxy = kind == .nameNotFound || kind == .noAddress
        return ExchangeFailure(kind: mayBeKnownToProxy ? .addressUnknown : kind, phase: .dns, detail: detail)
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
