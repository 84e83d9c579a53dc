/// The destination of the connection for a URL, determined before it is made, so that a caller can wait for its turn there.
public struct Route: Sendable {
    /// The URL that is going to be asked for.
    public var url: AbsoluteURL { plan.url }
    /// The addresses to connect to, in the order in which they are tried: the proxy's, where there is one.
    public internal(set) var addresses: [IPAddress]
    /// Why no connection can be made; `nil` where one can.
    public internal(set) var failure: ExchangeFailure?
    /// The time that name lookups took, in milliseconds; `nil` where nothing was looked up.
    public internal(set) var dnsMs: Double?

    let plan: RoutePlan
    /// The domain's addresses, where a proxy gets an address rather than a name.
    var targets: [IPAddress] = []
    /// Those of the domain's addresses that the guard refuses.
    var refused: [IPAddress] = []

    init(_ plan: RoutePlan, addresses: [IPAddress] = [], failure: ExchangeFailure? = nil) {
        self.plan = plan
        self.addresses = addresses
        self.failure = failure
    }

    /// Leads the route to those of the domain's addresses that the guard lets through.
    mutating func lead(to found: [IPAddress]) {
        let allowed: [IPAddress]
        (allowed, refused) = plan.judged(found)
        if isProxied { targets = allowed } else { addresses = allowed }
        if allowed.isEmpty { failure = plan.blocked(found) }
    }

    /// Which addresses it may lead to.
    package var addressGuard: Request.AddressGuard { plan.addressGuard }
    /// Whether the connection goes to a proxy.
    public var isProxied: Bool { plan.proxy != nil }

    /// The same route to one of its addresses alone.
    public func leading(to address: IPAddress) -> Route {
        var route = self
        route.addresses = [address]
        route.refused = []
        return route
    }

    /// The peer that a connection to `address` counts at.
    public func peer(of address: IPAddress) -> ConnectionPeer {
        plan.proxy.map { .proxy($0.name) } ?? .address(address)
    }

    /// The exchange so far: what is known before the first byte is sent.
    ///
    /// - Parameter failure: Why it fails, where that is not the route's own failure.
    /// - Returns: An exchange without an answer.
    package func exchange(failing failure: ExchangeFailure? = nil) -> Exchange {
        var exchange = Exchange(url: plan.text, startedAt: plan.startedAt)
        exchange.throughProxy = isProxied
        // Of a domain behind a proxy no address is known, only the proxy's, unless one kept it from being asked.
        let known = !isProxied ? addresses + refused : self.failure?.kind == .addressBlocked ? refused : []
        exchange.addresses = known.prefix(64).map(\.description)
        exchange.addressesChosen = plan.isChosen
        exchange.timings.dnsMs = dnsMs
        exchange.failure = failure ?? self.failure
        return exchange
    }
}
