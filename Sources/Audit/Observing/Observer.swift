import Basics
public import Transport

import struct Foundation.Date

/// Looks at one domain as Apple's systems do, and writes down what it saw, without an opinion.
///
/// Both locations are asked, the well-known one first and both on one connection. Redirects are followed only to show
/// where they lead. What is transient is tried again; what is a fact is not.
public struct Observer: Sendable {
    let transport: Transport
    let settings: ObserverSettings
    /// Apple's CDN; `nil` where it is not asked.
    let cdn: AppleCDN?
    let surroundings: ObserverSurroundings
    let backstop: Backstop

    /// Creates an observer.
    public init(
        transport: Transport, settings: ObserverSettings = ObserverSettings(),
        surroundings: ObserverSurroundings = ObserverSurroundings()
    ) {
        self.init(transport: transport, settings: settings, surroundings: surroundings, backstop: Backstop())
    }

    init(transport: Transport, settings: ObserverSettings, surroundings: ObserverSurroundings, backstop: Backstop) {
        self.transport = transport
        self.settings = settings
        cdn = settings.cdnAddress.map(AppleCDN.init)
        self.surroundings = surroundings
        self.backstop = backstop
    }

    /// The thread of the domain's event loop.
    func executor(for target: Target) -> any TaskExecutor {
        transport.executor(for: target.domain.host, port: target.domain.port)
    }

    /// Observes `target`; ends within the deadline, the time that it waits at `gate` apart, also where the layers below do not.
    public func observe(_ target: Target, gate: any ObservationGate = OpenGate()) async -> Observation {
        await observe(boxing: target, gate: gate).value
    }

    /// Observes `target`, and takes little memory while it waits for its first turn: thousands may wait for one address.
    func observe(boxing target: Target, gate: any ObservationGate) async -> Boxed<Observation> {
        let (time, startedAt) = (DomainTime(settings.deadline), surroundings.now())
        let executor = executor(for: target)
        let beginning = await backstop.run(within: time, on: executor) { await begin(target, gate, time, startedAt) }
        var observation: Boxed<Observation>?
        switch beginning {
        case nil: break
        case .observed(let observed)?: observation = observed
        case .waits(let first)?:
            guard let turn = await time.waiting({ try await gate.firstTurn() }) else { break }
            observation = await backstop.run(within: time, on: executor) {
                await observe(Visit(target: target, gate: gate, time: time, first: first.with(turn)), startedAt)
            }
        }
        return observation ?? Boxed(Self.abandoned(target, startedAt, after: time.total))
    }

    private enum Beginning: Sendable {
        /// The domain had its turn at once.
        case observed(Boxed<Observation>)
        case waits(FirstTurn)
    }

    /// Finds the route to a domain, and observes it, unless it has to wait for its turn.
    private func begin(
        _ target: Target, _ gate: any ObservationGate, _ time: DomainTime, _ startedAt: Date
    ) async -> Beginning {
        let request = self.request("https://\(target.domain.authority)\(Self.wellKnownPath)", keepsConnection: true)
        let end = time.left - Visit.allowance(of: time.left, timeout: settings.timeout, reserving: reserve)
        gate.resolves()
        let route = await transport.route(to: request.url, guarding: request.addressGuard, timeout: time.left - end)
        var first = route.map { FirstTurn(route: $0, end: end) }
        if let route, route.failure == nil, let address = route.addresses.first {
            first?.turn = gate.askFirst(toConnectTo: route.peer(of: address))
            if let first, first.turn == nil { return .waits(first) }
        }
        return .observed(
            await observe(Visit(target: target, gate: gate, time: time, first: first), startedAt))
    }

    private func observe(_ visit: Visit, _ startedAt: Date) async -> Boxed<Observation> {
        var wellKnown = LocationObservation(url: visit.url(Self.wellKnownPath))
        var root = LocationObservation(url: visit.url(Self.rootPath))
        await ask(&wellKnown, visit, isLast: false, keepsConnection: true)
        if Self.settlesOther(wellKnown) {
            root.skip = .settled
        } else {
            // The connection is used again where the root is likely to be tried again, too, or the names with .json follow.
            await ask(&root, visit, isLast: true, keepsConnection: wellKnown.exchange.map(Self.leadsToMore) ?? false)
        }
        let probes = await probeJSONSuffix(wellKnown, root, visit)
        await hangUp(visit)
        wellKnown.trail = await follow(wellKnown.exchange, visit, then: root.exchange.flatMap(Redirect.init)?.target)
        root.trail = await follow(root.exchange, visit, then: nil)
        await hangUp(visit)
        let behind = await lookBehind(wellKnown, root, visit)
        let cdn = await askCDN(visit)
        let isLate = visit.timeLeft <= .zero || [wellKnown.skip, root.skip].contains(.deadline)
        // What was only asked for besides comes last: it must not use up the time of what decides.
        let userAgents = await askAsApple(wellKnown, visit)
        let addresses = await askAddresses(wellKnown, visit)
        let sibling = await askSibling(visit)
        return Boxed(
            Observation(
                target: visit.target, startedAt: startedAt, wellKnown: wellKnown, root: root, jsonSuffixProbes: probes,
                behind: behind, addresses: addresses, sibling: sibling, userAgents: userAgents, cdn: cdn,
                totalMs: visit.time.total / .milliseconds(1),
                deadlineReached: isLate))
    }

    // MARK: The two locations

    /// The number of times in a row that the system may refuse one observation a socket.
    private static let maxRefusals = 8
    static let wellKnownPath = "/.well-known/apple-app-site-association"
    static let rootPath = "/apple-app-site-association"

    func ask(
        _ location: inout LocationObservation, _ visit: Visit, isLast: Bool, keepsConnection: Bool
    ) async {
        let policy = RetryPolicy(firstPause: settings.retryPause)
        while true {
            let reserve = isLast || Self.settlesOther(location) ? .zero : reserve
            let request = self.request(
                location.url, keepsConnection: keepsConnection, sendsUserHeaders: visit.sendsUserHeaders)
            guard let exchange = await exchange(request, visit, reserve: reserve) else {
                if location.exchange == nil { location.skip = .deadline }
                return
            }
            guard exchange.failure?.kind != .notTried else {
                location.otherDomainsUnanswered = otherDomainsUnanswered(exchange, visit)
                // An attempt that was made says more than one that was not.
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
            // A pause that outlasts the time would only delay the same answer.
            guard pause < visit.timeLeft - reserve else { return }
            surroundings.willRetry?(visit.target, exchange, pause)
            await hangUp(visit)
            guard await visit.waiting(apartFrom: pause, { try await visit.gate.pause(pause) }) else { return }
        }
    }

    /// Returns the number of other domains in a row that got no response from the address, where they suffice to not try again.
    private func otherDomainsUnanswered(_ exchange: Exchange, _ visit: Visit) -> Int? {
        guard [.connectTimeout, .notTried].contains(exchange.failure?.kind),
            let address = exchange.address.flatMap(IPAddress.init)
        else { return nil }
        return visit.gate.otherDomainsUnanswered(at: address)
    }

    /// Whether an answer at the well-known location is one after which the root's is not the last that is asked for.
    private static func leadsToMore(_ exchange: Exchange) -> Bool {
        exchange.status == 404 || exchange.status == 410 || RetryPolicy.isTransient(exchange)
    }

    /// Whether the other location could only fail in the same way: same name, same address, same certificate.
    private static func settlesOther(_ location: LocationObservation) -> Bool {
        guard let failure = location.exchange?.failure else { return location.skip != nil }
        if failure.kind == .cancelled { return true }
        switch failure.phase {
        case .dns, .connect, .proxy, .tls: return true
        case .header, .body: return false
        }
    }

    // MARK: Exchanges

    /// The time for the other location, which is asked as well: one that answers slowly must not use it up.
    private var reserve: Duration { min(settings.timeout, settings.deadline / 3) }

    /// A request to the domain itself.
    func request(_ url: String, _ visit: Visit, keepsConnection: Bool) -> Request {
        request(url, keepsConnection: keepsConnection, sendsUserHeaders: visit.sendsUserHeaders)
    }

    private func request(_ url: String, keepsConnection: Bool, sendsUserHeaders: Bool = true) -> Request {
        Request(
            url: url, addressGuard: settings.addressGuard(isLedByServer: settings.isLedByServer),
            keepsConnection: keepsConnection, sendsUserHeaders: sendsUserHeaders && !settings.isLedByServer)
    }

    /// Performs a request to the domain over the connection that is open, or else over a new one, within what is left of the
    /// domain's time; `nil` when nothing is left.
    func exchange(_ request: Request, _ visit: Visit, reserve: Duration = .zero) async -> Exchange? {
        if let first = visit.takeFirst() {
            return await exchange(request, visit, first.route, first.turn, until: first.end)
        }
        let end = visit.timeLeft - Visit.allowance(of: visit.timeLeft, timeout: settings.timeout, reserving: reserve)
        if let connection = visit.connection {
            guard await visit.waiting({ try await visit.gate.request() }), visit.timeLeft > end else { return nil }
            if let exchange = await perform(request, over: connection, visit, until: end) { return exchange }
            // The server has closed it meanwhile.
            visit.hangUp()
        }
        guard visit.timeLeft > end else { return nil }
        return await exchange(request, visit, visit.route, nil, until: end)
    }

    /// Performs a request to the domain over a new connection.
    private func exchange(
        _ request: Request, _ visit: Visit, _ route: Route?, _ turn: ConnectionTurn?, until end: Duration
    ) async -> Exchange? {
        switch await open(request, visit, route: route, turn: turn, until: end) {
        case .failed(let exchange): return exchange
        case .cancelled: return nil
        case .opened(let connection):
            visit.route = connection.route
            visit.connection = connection
            return await perform(request, over: connection, visit, until: end)
        }
    }

    func perform(
        _ request: Request, over connection: Connection, _ visit: Visit, until end: Duration
    ) async -> Exchange? {
        var request = request
        request.timeout = visit.timeLeft - end
        guard let exchange = await transport.perform(request, over: connection) else { return nil }
        guard visit.connection === connection else { return exchange }
        if exchange.failure != nil || exchange.bodyCapped || !request.keepsConnection { visit.hangUp() }
        return exchange
    }

    /// Closes the connection that is open, if there is one.
    func hangUp(_ visit: Visit) async {
        // Its place is free once it is closed, and not before.
        if let connection = visit.connection { await transport.close(connection) }
        visit.hangUp()
    }

    enum Opening {
        case opened(Connection)
        /// The exchange that was to take place over it.
        case failed(Exchange)
        case cancelled
    }

    /// Makes a connection for `request`, unless one is idle that it may share, and waits until it may be talked over.
    ///
    /// `known` is the route, where it is known, and `turn` the turn to connect to its first address, where that was waited for.
    func open(
        _ request: Request, _ visit: Visit, route known: Route?, turn: ConnectionTurn? = nil,
        sharing: Bool = false, until end: Duration
    ) async -> Opening {
        let gate = visit.gate
        func left() -> Duration { max(visit.timeLeft - end, .milliseconds(1)) }
        var found = known
        if found == nil {
            gate.resolves()
            found = await transport.route(to: request.url, guarding: request.addressGuard, timeout: left())
        }
        guard let route = found else { return .cancelled }
        guard route.failure == nil else { return .failed(route.exchange()) }
        var index = 0
        var refusals = 0
        var turn = turn
        while index < route.addresses.count {
            let address = route.addresses[index]
            let peer = route.peer(of: address)
            if turn == nil { turn = await visit.time.waiting { try await gate.connect(to: peer, sharing: sharing) } }
            switch turn {
            case nil: return .cancelled
            case .skip(let others): return .failed(Self.notTried(route, address, others))
            case .connect, .takeOver:
                if sharing, let connection = cdn?.takeConnection(to: peer) {
                    guard await visit.waiting({ try await gate.talk() }) else { return .cancelled }
                    return .opened(connection)
                }
                if case .takeOver(let other) = turn, let idle = cdn?.takeConnection(to: other) {
                    await transport.close(idle)
                }
            }
            turn = nil
            let claims: any AddressClaims = route.isProxied ? OpenGate() : gate
            visit.connectLimit = shortTime(claims, route)
            switch await transport.connect(route, from: index, timeout: left(), claims: claims) {
            case .noRoom(let next): index = next
            case .noDescriptor(let next):
                index = next
                gate.hangUp()
                refusals += 1
                // Each time another domain has closed a socket, or none has one; whoever else opens files may take its place.
                if refusals > Self.maxRefusals {
                    return .failed(route.exchange(failing: Transport.noDescriptorFailure))
                }
            case .failed(let exchange):
                gate.hangUp()
                return .failed(exchange)
            case .connected(let connection):
                guard await visit.waiting({ try await gate.talk() }) else { return .cancelled }
                return .opened(connection)
            }
        }
        return .cancelled
    }

    /// The time for attempts to connect along a route, where it is shorter than usual for all of its addresses.
    private func shortTime(_ claims: any AddressClaims, _ route: Route) -> Duration? {
        var longest: Duration?
        for address in route.addresses {
            guard let limit = claims.connectLimit(at: address), limit < transport.settings.connectTimeout else {
                return nil
            }
            longest = max(longest ?? limit, limit)
        }
        return longest
    }

    /// The exchange that was not tried for want of room at an address that did not answer other domains.
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
        let isMissing = [wellKnown, root].allSatisfy { [404, 410].contains($0.exchange?.status ?? 0) }
        guard isMissing, wellKnown.exchange?.failure == nil, root.exchange?.failure == nil else { return [] }
        var probes: [Exchange] = []
        for location in [wellKnown, root] {
            let request = self.request(
                location.url + ".json", keepsConnection: probes.isEmpty, sendsUserHeaders: visit.sendsUserHeaders)
            guard let probe = await exchange(request, visit) else { break }
            probes.append(probe)
            // A server that does not answer this will not answer the next either.
            if probe.failure != nil { break }
        }
        return probes
    }
}
