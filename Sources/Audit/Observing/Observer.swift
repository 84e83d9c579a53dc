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
        transport: Transport, settings: ObserverSettings = .standard, surroundings: ObserverSurroundings = .system
    ) {
        self.transport = transport
        self.settings = settings
        cdn = settings.cdnAddress.map(AppleCDN.init)
        self.surroundings = surroundings
    }

    /// Returns the executor on the thread of the domain's event loop.
    func executor(for target: Target) -> any TaskExecutor {
        transport.executor(for: target.host, port: target.port)
    }

    /// Observes `target`; uses little memory until the first slot is granted, because thousands of domains may wait.
    ///
    /// Waits at `gate` do not count towards the deadline. Returns even if a lower layer does not.
    func observe(_ target: Target, gate: any ObservationGate) async -> Boxed<Observation> {
        let time = DomainTime(settings.deadline)
        let startedAt = surroundings.now()
        let executor = executor(for: target)
        let firstPhase = await backstop.run(within: time, on: executor) { await begin(target, gate, time, startedAt) }
        var observation: Boxed<Observation>?
        switch firstPhase {
        case nil: break
        case .observed(let observed)?: observation = observed
        case .mustWait(let pending)?:
            guard let grant = await time.waitUncounted({ try await gate.firstGrant() }) else { break }
            let granted = PendingFirstConnection(route: pending.route, time: pending.time, grant: grant)
            observation = await backstop.run(within: time, on: executor) {
                await observe(Visit(target: target, gate: gate, time: time, pending: granted), startedAt)
            }
        }
        return observation ?? Boxed(Self.abandonedObservation(target, startedAt, after: time.elapsed))
    }

    private enum FirstPhase: Sendable {
        case observed(Boxed<Observation>)
        /// The domain has to wait for its first connection.
        case mustWait(PendingFirstConnection)
    }

    /// Finds the route to a domain, and observes it unless it has to wait for a slot.
    private func begin(
        _ target: Target, _ gate: any ObservationGate, _ time: DomainTime, _ startedAt: Date
    ) async -> FirstPhase {
        let visit = Visit(target: target, gate: gate, time: time)
        let request = request(target.url(Self.wellKnownPath), visit, keepsConnection: true)
        let exchangeTime = visit.exchangeTime(settings.timeout, reserving: reservedTime)
        gate.beginResolution()
        if let route = await transport.route(
            to: request.url, guarding: request.addressGuard, timeout: exchangeTime.remaining)
        {
            var pending = PendingFirstConnection(route: route, time: exchangeTime)
            if route.failure == nil, let address = route.addresses.first {
                pending.grant = gate.requestFirstConnection(to: route.peer(of: address))
                if pending.grant == nil { return .mustWait(pending) }
            }
            visit.pendingConnection = pending
        }
        return .observed(await observe(visit, startedAt))
    }

    private func observe(_ visit: Visit, _ startedAt: Date) async -> Boxed<Observation> {
        var wellKnown = await requestFile(
            at: Self.wellKnownPath, visit, reserving: reservedTime, keepsConnection: true)
        var root: LocationObservation
        if Self.wouldFailAtOtherLocation(wellKnown) {
            root = LocationObservation(url: visit.target.url(Self.rootPath).description, skip: .unnecessary)
        } else {
            // The connection is kept if the root is likely to be retried, too, or if the names with .json follow.
            let isTransient = wellKnown.exchange.map(RetryPolicy.isTransient) == true
            root = await requestFile(at: Self.rootPath, visit, keepsConnection: wellKnown.isMissing || isTransient)
        }
        let probes = await probeJSONSuffix(wellKnown, root, visit)
        await closeConnection(of: visit)
        let rootTarget = root.exchange.flatMap(Redirect.init)?.target
        wellKnown.trail = await followRedirects(from: wellKnown.exchange, visit, then: rootTarget)
        root.trail = await followRedirects(from: root.exchange, visit)
        await closeConnection(of: visit)
        let unverified = await requestUnverified(wellKnown, visit)
        let cdn = await requestAppleCopy(visit)
        // Additional checks come last, so that they cannot use up the time for more important requests.
        let userAgents = await requestWithAppleUserAgents(wellKnown, visit)
        let addresses = await requestOtherAddresses(wellKnown, visit)
        let sibling = await requestSibling(visit)
        return Boxed(
            Observation(
                target: visit.target, startedAt: startedAt, wellKnown: wellKnown, root: root, jsonSuffixProbes: probes,
                unverified: unverified, addresses: addresses, sibling: sibling, userAgents: userAgents, cdn: cdn,
                totalMs: visit.time.elapsed / .milliseconds(1)))
    }

    // MARK: The two locations

    static let wellKnownPath = "/.well-known/apple-app-site-association"
    static let rootPath = "/apple-app-site-association"

    /// Requests a location, with retries after transient failures.
    ///
    /// `reserve` is the time left for the other location, unless that location would fail in the same way.
    func requestFile(
        at path: String, _ visit: Visit, reserving reserve: Duration = .zero, keepsConnection: Bool
    ) async -> LocationObservation {
        let policy = RetryPolicy(firstPause: settings.retryPause)
        let request = request(visit.target.url(path), visit, keepsConnection: keepsConnection)
        var location = LocationObservation(url: request.url.description)
        while true {
            let reserve = Self.wouldFailAtOtherLocation(location) ? .zero : reserve
            guard let exchange = await exchange(request, visit, reserving: reserve) else {
                if location.exchange == nil { location.skip = .deadline }
                return location
            }
            guard exchange.failure?.kind != .notTried else {
                location.otherDomainsUnanswered = otherDomainsUnanswered(exchange, visit)
                // An earlier exchange is more informative than one that was not tried.
                if location.exchange == nil { location.exchange = exchange }
                return location
            }
            location.exchange = exchange
            location.attempts += 1
            if location.attempts == 1, let others = otherDomainsUnanswered(exchange, visit) {
                location.otherDomainsUnanswered = others
                location.connectLimitMs = visit.connectLimit.map { $0 / .milliseconds(1) }
                return location
            }
            guard location.attempts <= RetryPolicy.maxRetries(after: exchange, limit: settings.maxRetries) else {
                return location
            }
            let pause = policy.pause(
                after: location.attempts, exchange, now: surroundings.now(), jitter: surroundings.jitter())
            // If the pause exceeds the remaining time, a retry is impossible.
            guard pause < visit.time.remaining - reserve else { return location }
            surroundings.willRetry?(visit.target, exchange, pause)
            await closeConnection(of: visit)
            guard await visit.time.waitUncounted(beyond: pause, { try await visit.gate.pause(pause) }) != nil else {
                return location
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

    /// Whether the other location, which has the same name, address and certificate, would fail like this one.
    private static func wouldFailAtOtherLocation(_ location: LocationObservation) -> Bool {
        guard let failure = location.exchange?.failure else { return location.skip != nil }
        return failure.kind == .cancelled || !failure.isAfterRequest
    }

    /// The time reserved for the other location, so that a slow first location does not use it up.
    private var reservedTime: Duration { min(settings.timeout, settings.deadline / 3) }

    /// Requests the names of the file with `.json` appended, if neither location exists.
    private func probeJSONSuffix(
        _ wellKnown: LocationObservation, _ root: LocationObservation, _ visit: Visit
    ) async -> [Exchange] {
        let isMissing = [wellKnown, root].allSatisfy { $0.isMissing && $0.exchange?.failure == nil }
        guard isMissing else { return [] }
        var probes: [Exchange] = []
        for path in [Self.wellKnownPath, Self.rootPath] {
            let request = request(visit.target.url(path + ".json"), visit, keepsConnection: probes.isEmpty)
            guard let probe = await exchange(request, visit) else { break }
            probes.append(probe)
            // A server that does not respond to this request will not respond to the next one either.
            if probe.failure != nil { break }
        }
        return probes
    }
}
