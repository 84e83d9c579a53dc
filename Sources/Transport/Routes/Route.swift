/// The destination of the connection for a URL, determined before connecting so that a caller can wait for a slot.
public struct Route: Sendable {
    /// The URL to request.
    public var url: AbsoluteURL { plan.url }
    /// The addresses to connect to, in order; with a proxy, those of the proxy.
    public internal(set) var addresses: [IPAddress]
    /// The reason why no connection can be made; `nil` if one can.
    public internal(set) var failure: ExchangeFailure?
    /// The time for name lookups in milliseconds; `nil` without lookups.
    public internal(set) var dnsMs: Double?

    let plan: RoutePlan
    /// The domain's addresses, if a proxy receives an address instead of a name.
    var targets: [IPAddress] = []
    var refused: [IPAddress] = []
    /// The number of the domain's addresses beyond ``maxAddresses``, which are not tried.
    var untriedCount = 0
    /// The maximum number of addresses of each family to try: a name can have thousands, and each attempt blocks the
    /// event loop for some system calls.
    static let maxAddresses = 32

    init(_ plan: RoutePlan, addresses: [IPAddress] = [], failure: ExchangeFailure? = nil) {
        self.plan = plan
        self.addresses = addresses
        self.failure = failure
    }

    mutating func lead(to found: [IPAddress]) {
        let (allowed, refused) = plan.judged(found)
        let families = Dictionary(grouping: allowed, by: \.isIPv6).mapValues { $0.prefix(Self.maxAddresses) }
        let isIPv6First = allowed.first?.isIPv6 == true
        let tried = Array((families[isIPv6First] ?? []) + (families[!isIPv6First] ?? []))
        (self.refused, untriedCount) = (refused, allowed.count - tried.count)
        if isProxied { targets = tried } else { addresses = tried }
        if tried.isEmpty { failure = plan.blocked(found) }
    }

    package var addressGuard: Request.AddressGuard { plan.addressGuard }
    /// Whether the connection goes to a proxy.
    public var isProxied: Bool { plan.proxy != nil }
    package var proxyName: String? { plan.proxy?.name }

    /// Returns the same route to only one of its addresses.
    public func leading(to address: IPAddress) -> Route {
        var route = self
        route.addresses = [address]
        route.refused = []
        return route
    }

    /// Returns the exchange with all facts that are known before the first byte is sent; `failure` replaces that of the
    /// route.
    package func exchange(failing failure: ExchangeFailure? = nil) -> Exchange {
        var exchange = Exchange(url: plan.url.description, startedAt: plan.startedAt)
        exchange.throughProxy = isProxied
        // Behind a proxy, only addresses that the guard refused are known to be the domain's.
        let known = !isProxied ? addresses + refused : self.failure?.kind == .addressBlocked ? refused : []
        exchange.addresses = known.prefix(64).map(\.description)
        exchange.addressesChosen = plan.isChosen
        exchange.timings.dnsMs = dnsMs
        exchange.failure = failure ?? self.failure
        return exchange
    }
}
