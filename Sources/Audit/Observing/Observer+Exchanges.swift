import Basics
import Transport

extension Observer {
    /// Returns a request to the domain itself.
    func request(_ url: AbsoluteURL, _ visit: Visit, keepsConnection: Bool) -> Request {
        Request(
            url: url, addressGuard: settings.addressGuard(isTargetFromServer: settings.isTargetFromServer),
            keepsConnection: keepsConnection,
            sendsUserHeaders: visit.sendsUserHeaders && !settings.isTargetFromServer)
    }

    /// Performs a request over the open connection, or over a new one; returns `nil` if cancelled, or no time remains.
    ///
    /// A redirect does not use the route of the domain, and its own route is not kept.
    func exchange(
        _ request: Request, _ visit: Visit, reserving reserve: Duration = .zero, isRedirect: Bool = false
    ) async -> Exchange? {
        let pending = visit.pendingConnection.take()
        let time = pending?.time ?? visit.exchangeTime(settings.timeout, reserving: reserve)
        if let connection = visit.connection {
            guard await visit.time.waitUncounted({ try await visit.gate.request() }) != nil, time.remaining > .zero
            else { return nil }
            if let exchange = await perform(request, over: connection, visit, within: time) { return exchange }
            visit.releaseConnection()
        }
        // A pending connection may have failed because its time ran out; this failure is the result.
        guard pending != nil || time.remaining > .zero else { return nil }
        let route = pending?.route ?? (isRedirect ? nil : visit.route)
        switch await open(request, visit, within: time, route: route, grant: pending?.grant) {
        case .failed(let exchange): return exchange
        case .cancelled: return nil
        case .opened(let connection):
            if !isRedirect { visit.route = connection.route }
            visit.connection = connection
            return await perform(request, over: connection, visit, within: time)
        }
    }

    /// Performs a request over the connection of `visit`; returns `nil` if the server has closed the connection.
    private func perform(
        _ request: Request, over connection: Connection, _ visit: Visit, within time: ExchangeTime
    ) async -> Exchange? {
        var request = request
        request.timeout = time.timeout
        guard let exchange = await transport.perform(request, over: connection) else { return nil }
        if exchange.failure != nil || exchange.bodyCapped || !request.keepsConnection { visit.releaseConnection() }
        return exchange
    }

    func closeConnection(of visit: Visit) async {
        // The slot becomes free only after the connection is closed.
        if let connection = visit.connection { await transport.close(connection) }
        visit.releaseConnection()
    }

    /// The number of refused sockets after which a connection fails.
    ///
    /// Each refusal lowers the limit of open sockets by at least one, and the next attempt waits for a free socket, so
    /// this number is only reached if the system refuses sockets although few are open.
    private static let maxRefusals = 1_000

    enum Opening {
        case opened(Connection)
        case failed(Exchange)
        case cancelled
    }

    /// Opens a connection for `request`, or reuses an idle one if `sharing` is true, and waits for permission to send.
    ///
    /// `known` is the route, and `grant` is the permission to connect to its first address; `nil` if not obtained yet.
    func open(
        _ request: Request, _ visit: Visit, within time: ExchangeTime, route known: Route?,
        grant: ConnectionGrant? = nil, sharing: Bool = false
    ) async -> Opening {
        let gate = visit.gate
        func waitToSend(over connection: Connection) async -> Opening {
            await visit.time.waitUncounted { try await gate.communicate() } == nil ? .cancelled : .opened(connection)
        }
        var known = known
        if known == nil {
            gate.beginResolution()
            known = await transport.route(to: request.url, guarding: request.addressGuard, timeout: time.timeout)
        }
        guard let route = known else { return .cancelled }
        guard route.failure == nil else { return .failed(route.exchange()) }
        var index = 0
        var refusals = 0
        var grant = grant
        while index < route.addresses.count {
            let address = route.addresses[index]
            let peer = route.peer(of: address)
            if grant == nil {
                grant = await visit.time.waitUncounted { try await gate.connect(to: peer, sharing: sharing) }
            }
            switch grant {
            case nil: return .cancelled
            case .skip(let others): return .failed(Self.skippedExchange(route, address, others))
            case .connect, .takeOver:
                if sharing, let idle = cdn?.takeConnection(to: peer) { return await waitToSend(over: idle) }
                if case .takeOver(let other) = grant, let idle = cdn?.takeConnection(to: other) {
                    await transport.close(idle)
                }
            }
            grant = nil
            let claims: any AddressClaims = route.isProxied ? ProxyClaims(gate: gate) : gate
            visit.connectLimit = reducedTimeLimit(claims, route)
            switch await transport.connect(route, from: index, timeout: time.timeout, claims: claims) {
            case .limitReached(let next): index = next
            case .noDescriptor(let next):
                index = next
                gate.hangUp()
                refusals += 1
                // A descriptor becomes free when another domain closes its socket, but others may take it.
                if refusals > Self.maxRefusals {
                    return .failed(route.exchange(failing: Transport.noDescriptorFailure))
                }
            case .failed(let exchange):
                gate.hangUp()
                return .failed(exchange)
            case .connected(let connection): return await waitToSend(over: connection)
            }
        }
        return .cancelled
    }

    /// Returns the longest time limit for connecting to an address of the route; `nil` if not all limits are reduced.
    private func reducedTimeLimit(_ claims: any AddressClaims, _ route: Route) -> Duration? {
        let limits = route.addresses.compactMap { claims.connectTimeLimit(at: $0) }
            .filter { $0 < transport.settings.connectTimeout }
        return limits.count == route.addresses.count ? limits.max() : nil
    }

    /// Returns the exchange for a connection that was not tried, because `address` did not respond to other domains.
    private static func skippedExchange(_ route: Route, _ address: IPAddress, _ others: Int) -> Exchange {
        var exchange = route.exchange(
            failing: ExchangeFailure(
                kind: .notTried, phase: .connect,
                detail: "not tried: \(Phrase.count(others, "other domain")) at \(address) had just timed out"))
        exchange.address = address.description
        return exchange
    }
}
