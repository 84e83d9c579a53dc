import Basics
public import Transport

import struct Foundation.Date

/// Observes one domain as Apple's systems do, and records the facts without judging them.
///
/// Requests both locations over one connection, beginning with the well-known one. Redirects are followed only to
/// report their destination. Only transient failures are retried.
public struct Observer: Sendable {
    let transport: Transport
    let settings: ObserverSettings
    let cdn: AppleCDN?
    let surroundings: ObserverSurroundings
    var backstop = Backstop()

    /// Creates an observer.
    public init(
        transport: Transport, settings: ObserverSettings = ObserverSettings(),
        surroundings: ObserverSurroundings = ObserverSurroundings()
    ) {
        self.transport = transport
        self.settings = settings
        cdn = settings.cdnAddress.map(AppleCDN.init)
        self.surroundings = surroundings
    }

    /// Returns the executor on the thread of the domain's event loop.
    func executor(for target: Target) -> any TaskExecutor {
        transport.executor(for: target.domain.host, port: target.domain.port)
    }

    /// Observes `target` within the deadline, even if a lower layer does not return.
    package func observe(_ target: Target) async -> Observation { await observe(target, gate: OpenGate()).value }

    /// Observes `target`; uses little memory until the first slot is granted, because thousands of domains may wait.
    ///
    /// Waits at `gate` do not count towards the deadline.
    func observe(_ target: Target, gate: any ObservationGate) async -> Boxed<Observation> {
        let time = DomainTime(settings.deadline)
        let startedAt = surroundings.now()
        let executor = executor(for: target)
        let beginning = await backstop.run(within: time, on: executor) { await begin(target, gate, time, startedAt) }
        var observation: Boxed<Observation>?
        switch beginning {
        case nil: break
        case .observed(let observed)?: observation = observed
        case .waits(let first)?:
            guard let grant = await time.waitUncounted({ try await gate.firstGrant() }) else { break }
            let granted = PendingFirstConnection(route: first.route, rest: first.rest, grant: grant)
            observation = await backstop.run(within: time, on: executor) {
                await observe(Visit(target: target, gate: gate, time: time, pending: granted), startedAt)
            }
        }
        return observation ?? Boxed(Self.abandoned(target, startedAt, after: time.total))
    }

    private enum Beginning: Sendable {
        /// The domain did not have to wait.
        case observed(Boxed<Observation>)
        case waits(PendingFirstConnection)
    }

    /// Finds the route to a domain, and observes it unless it has to wait for a slot.
    private func begin(
        _ target: Target, _ gate: any ObservationGate, _ time: DomainTime, _ startedAt: Date
    ) async -> Beginning {
        let visit = Visit(target: target, gate: gate, time: time)
        let request = self.request(target.url(Self.wellKnownPath), visit, keepsConnection: true)
        let rest = visit.rest(afterExchangeWithin: settings.timeout, reserving: reservedTime)
        gate.beginResolution()
        let route = await transport.route(
            to: request.url, guarding: request.addressGuard, timeout: time.remaining - rest)
        var first = route.map { PendingFirstConnection(route: $0, rest: rest) }
        if let route, route.failure == nil, let address = route.addresses.first {
            first?.grant = gate.requestFirstConnection(to: route.peer(of: address))
            if let first, first.grant == nil { return .waits(first) }
        }
        visit.pendingConnection = first
        return .observed(await observe(visit, startedAt))
    }

    private func observe(_ visit: Visit, _ startedAt: Date) async -> Boxed<Observation> {
        var wellKnown = LocationObservation(url: visit.target.url(Self.wellKnownPath).description)
        var root = LocationObservation(url: visit.target.url(Self.rootPath).description)
        await requestFile(&wellKnown, at: Self.wellKnownPath, visit, isLast: false, keepsConnection: true)
        if Self.appliesToOtherLocation(wellKnown) {
            root.skip = .unnecessary
        } else {
            // The connection is kept if the root is likely to be retried, too, or if the names with .json follow.
            let isTransient = wellKnown.exchange.map(RetryPolicy.isTransient) == true
            await requestFile(
                &root, at: Self.rootPath, visit, isLast: true, keepsConnection: wellKnown.isMissing || isTransient)
        }
        let probes = await probeJSONSuffix(wellKnown, root, visit)
        await hangUp(visit)
        wellKnown.trail = await follow(wellKnown.exchange, visit, then: root.exchange.flatMap(Redirect.init)?.target)
        root.trail = await follow(root.exchange, visit)
        await hangUp(visit)
        let unverified = await requestUnverified(wellKnown, visit)
        let cdn = await requestAppleCopy(visit)
        let isLate = visit.time.remaining <= .zero || [wellKnown.skip, root.skip].contains(.deadline)
        // Additional checks come last, so that they cannot use up the time for more important requests.
        let userAgents = await requestWithAppleUserAgents(wellKnown, visit)
        let addresses = await requestOtherAddresses(wellKnown, visit)
        let sibling = await requestSibling(visit)
        return Boxed(
            Observation(
                target: visit.target, startedAt: startedAt, wellKnown: wellKnown, root: root, jsonSuffixProbes: probes,
                unverified: unverified, addresses: addresses, sibling: sibling, userAgents: userAgents, cdn: cdn,
                totalMs: visit.time.total / .milliseconds(1), deadlineReached: isLate))
    }

    // MARK: The two locations

    static let wellKnownPath = "/.well-known/apple-app-site-association"
    static let rootPath = "/apple-app-site-association"

    /// Requests a location, with retries after transient failures, and records the result in `location`.
    func requestFile(
        _ location: inout LocationObservation, at path: String, _ visit: Visit, isLast: Bool, keepsConnection: Bool
    ) async {
        let policy = RetryPolicy(firstPause: settings.retryPause)
        while true {
            let reserve = isLast || Self.appliesToOtherLocation(location) ? .zero : reservedTime
            let request = self.request(visit.target.url(path), visit, keepsConnection: keepsConnection)
            guard let exchange = await exchange(request, visit, reserve: reserve) else {
                if location.exchange == nil { location.skip = .deadline }
                return
            }
            guard exchange.failure?.kind != .notTried else {
                location.otherDomainsUnanswered = otherDomainsUnanswered(exchange, visit)
                // An earlier exchange is more informative than one that was not tried.
                if location.exchange == nil { location.exchange = exchange }
                return
            }
            location.exchange = exchange
            location.attempts += 1
            if location.attempts == 1, let others = otherDomainsUnanswered(exchange, visit) {
                location.otherDomainsUnanswered = others
                location.connectLimitMs = visit.connectLimit.map { $0 / .milliseconds(1) }
                return
            }
            guard location.attempts <= RetryPolicy.retries(after: exchange, limit: settings.maxRetries) else { return }
            let pause = policy.pause(
                after: location.attempts, exchange, now: surroundings.now(), jitter: surroundings.jitter())
            // If the pause exceeds the remaining time, a retry is impossible.
            guard pause < visit.time.remaining - reserve else { return }
            surroundings.willRetry?(visit.target, exchange, pause)
            await hangUp(visit)
            guard await visit.time.waitUncounted(beyond: pause, { try await visit.gate.pause(pause) }) != nil else {
                return
            }
        }
    }

    /// Returns the number of other domains in a row without a response at the address; `nil` if a retry is worthwhile.
    private func otherDomainsUnanswered(_ exchange: Exchange, _ visit: Visit) -> Int? {
        guard [.connectTimeout, .notTried].contains(exchange.failure?.kind),
            let address = exchange.address.flatMap(IPAddress.init)
        else { return nil }
        return visit.gate.otherDomainsUnanswered(at: address)
    }

    /// Returns whether the other location would fail in the same way: same name, same address, same certificate.
    private static func appliesToOtherLocation(_ location: LocationObservation) -> Bool {
        guard let failure = location.exchange?.failure else { return location.skip != nil }
        return failure.kind == .cancelled || !failure.isAfterRequest
    }

    // MARK: Exchanges

    /// The time reserved for the other location, so that a slow first location does not use it up.
    private var reservedTime: Duration { min(settings.timeout, settings.deadline / 3) }

    /// Returns a request to the domain itself.
    func request(_ url: AbsoluteURL, _ visit: Visit, keepsConnection: Bool) -> Request {
        Request(
            url: url, addressGuard: settings.addressGuard(isLedByServer: settings.isLedByServer),
            keepsConnection: keepsConnection, sendsUserHeaders: visit.sendsUserHeaders && !settings.isLedByServer)
    }

    /// Performs a request over the open connection, or over a new one; `nil` if no time remains.
    ///
    /// The route of a redirect is not that of the domain, so it is neither known nor kept.
    func exchange(
        _ request: Request, _ visit: Visit, reserve: Duration = .zero, isRedirect: Bool = false
    ) async -> Exchange? {
        let first = visit.pendingConnection.take()
        let rest = first?.rest ?? visit.rest(afterExchangeWithin: settings.timeout, reserving: reserve)
        if first == nil {
            if let connection = visit.connection {
                guard await visit.time.waitUncounted({ try await visit.gate.request() }) != nil,
                    visit.time.remaining > rest
                else { return nil }
                if let exchange = await perform(request, over: connection, visit, leaving: rest) { return exchange }
                // The server has closed the connection.
                visit.hangUp()
            }
            guard visit.time.remaining > rest else { return nil }
        }
        let route = first?.route ?? (isRedirect ? nil : visit.route)
        switch await open(request, visit, route: route, grant: first?.grant, leaving: rest) {
        case .failed(let exchange): return exchange
        case .cancelled: return nil
        case .opened(let connection):
            if !isRedirect { visit.route = connection.route }
            visit.connection = connection
            return await perform(request, over: connection, visit, leaving: rest)
        }
    }

    private func perform(
        _ request: Request, over connection: Connection, _ visit: Visit, leaving rest: Duration
    ) async -> Exchange? {
        var request = request
        request.timeout = visit.time.remaining - rest
        guard let exchange = await transport.perform(request, over: connection) else { return nil }
        guard visit.connection === connection else { return exchange }
        if exchange.failure != nil || exchange.bodyCapped || !request.keepsConnection { visit.hangUp() }
        return exchange
    }

    func hangUp(_ visit: Visit) async {
        // The slot becomes free only after the connection is closed.
        if let connection = visit.connection { await transport.close(connection) }
        visit.hangUp()
    }

    /// The maximum number of sockets that the system refuses for one connection.
    ///
    /// Each refusal lowers the limit of open sockets at least by one, so that the next attempt waits for a free socket.
    /// Only if the system refuses sockets although few are open does the domain fail.
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
        _ request: Request, _ visit: Visit, route known: Route?, grant: ConnectionGrant? = nil,
        sharing: Bool = false, leaving rest: Duration
    ) async -> Opening {
        let gate = visit.gate
        func remaining() -> Duration { max(visit.time.remaining - rest, .milliseconds(1)) }
        var known = known
        if known == nil {
            gate.beginResolution()
            known = await transport.route(to: request.url, guarding: request.addressGuard, timeout: remaining())
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
            case .skip(let others): return .failed(Self.notTried(route, address, others))
            case .connect, .takeOver:
                if sharing, let connection = cdn?.takeConnection(to: peer) {
                    guard await visit.time.waitUncounted({ try await gate.talk() }) != nil else { return .cancelled }
                    return .opened(connection)
                }
                if case .takeOver(let other) = grant, let idle = cdn?.takeConnection(to: other) {
                    await transport.close(idle)
                }
            }
            grant = nil
            let claims: any AddressClaims = route.isProxied ? ProxyClaims(gate: gate) : gate
            visit.connectLimit = reducedTimeLimit(claims, route)
            switch await transport.connect(route, from: index, timeout: remaining(), claims: claims) {
            case .noRoom(let next): index = next
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
            case .connected(let connection):
                guard await visit.time.waitUncounted({ try await gate.talk() }) != nil else { return .cancelled }
                return .opened(connection)
            }
        }
        return .cancelled
    }

    /// Returns the longest time limit for connecting to an address of the route; `nil` if not all limits are reduced.
    private func reducedTimeLimit(_ claims: any AddressClaims, _ route: Route) -> Duration? {
        let limits = route.addresses.compactMap { claims.connectLimit(at: $0) }
            .filter { $0 < transport.settings.connectTimeout }
        return limits.count == route.addresses.count ? limits.max() : nil
    }

    /// Returns an exchange that was not tried: `address` did not respond to other domains, and its limit was reached.
    private static func notTried(_ route: Route, _ address: IPAddress, _ others: Int) -> Exchange {
        var exchange = route.exchange(
            failing: ExchangeFailure(
                kind: .notTried, phase: .connect,
                detail: "not tried: \(Phrase.count(others, "other domain")) at \(address) had just timed out"))
        exchange.address = address.description
        return exchange
    }

    // MARK: The name with .json

    private func probeJSONSuffix(
        _ wellKnown: LocationObservation, _ root: LocationObservation, _ visit: Visit
    ) async -> [Exchange] {
        let isMissing = [wellKnown, root].allSatisfy { $0.isMissing && $0.exchange?.failure == nil }
        guard isMissing else { return [] }
        var probes: [Exchange] = []
        for path in [Self.wellKnownPath, Self.rootPath] {
            let request = self.request(visit.target.url(path + ".json"), visit, keepsConnection: probes.isEmpty)
            guard let probe = await exchange(request, visit) else { break }
            probes.append(probe)
            // A server that does not respond to this request will not respond to the next one either.
            if probe.failure != nil { break }
        }
        return probes
    }
}
