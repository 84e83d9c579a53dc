public import Transport

import struct Foundation.Date

/// Looks at one domain as Apple's systems do, and writes down what it saw, without an opinion.
///
/// Both locations are asked, the well-known one first and both on one connection. Redirects are followed only to show
/// where they lead. What is transient is tried again; what is a fact is not.
public struct Observer: Sendable {
    private let transport: Transport
    private let settings: ObserverSettings
    private let surroundings: ObserverSurroundings

    /// Creates an observer.
    public init(
        transport: Transport, settings: ObserverSettings = ObserverSettings(),
        surroundings: ObserverSurroundings = ObserverSurroundings()
    ) {
        self.transport = transport
        self.settings = settings
        self.surroundings = surroundings
    }

    /// Observes `target`; ends within the deadline, the time that it waits at `gate` apart.
    public func observe(_ target: Target, gate: any ObservationGate = OpenGate()) async -> Observation {
        let startedAt = surroundings.now()
        let begun = ContinuousClock.now
        let visit = Visit(target: target, gate: gate, until: begun + settings.deadline)
        var wellKnown = LocationObservation(url: visit.url("/.well-known/apple-app-site-association"))
        var root = LocationObservation(url: visit.url("/apple-app-site-association"))
        visit.resolution = await transport.resolve(wellKnown.url, timeout: min(settings.timeout, visit.timeLeft))
        await visit.waiting { try await gate.enter(visit.resolution?.addresses ?? []) }
        await ask(&wellKnown, visit, keepsConnection: true)
        if Self.settlesOther(wellKnown) {
            root.skip = .settled
        } else {
            await ask(&root, visit, keepsConnection: false)
        }
        wellKnown.trail = await follow(wellKnown.exchange, visit)
        root.trail = await follow(root.exchange, visit)
        let probes = await probeJSONSuffix(wellKnown, root, visit)
        return Observation(
            target: target, startedAt: startedAt, wellKnown: wellKnown, root: root, jsonSuffixProbes: probes,
            totalMs: (ContinuousClock.now - begun) / .milliseconds(1), deadlineReached: visit.timeLeft <= .zero)
    }

    // MARK: The two locations

    private func ask(_ location: inout LocationObservation, _ visit: Visit, keepsConnection: Bool) async {
        let policy = RetryPolicy(firstPause: settings.retryPause)
        while true {
            let request = Request(url: location.url, keepsConnection: keepsConnection)
            guard let exchange = await perform(request, visit, resolution: visit.takeResolution()) else {
                if location.exchange == nil { location.skip = .deadline }
                return
            }
            location.exchange = exchange
            location.attempts += 1
            guard location.attempts <= settings.maxRetries, RetryPolicy.isTransient(exchange) else { return }
            let pause = policy.pause(
                after: location.attempts, exchange, now: surroundings.now(), jitter: surroundings.jitter())
            // A pause that outlasts the deadline would only delay the same answer.
            guard pause < visit.timeLeft else { return }
            let mayGoOn = await visit.waiting(apartFrom: pause) { try await visit.gate.pause(pause, after: exchange) }
            guard mayGoOn else { return }
        }
    }

    /// Performs one request within what is left of the domain's time; `nil` when nothing is left.
    private func perform(_ request: Request, _ visit: Visit, resolution: Resolution? = nil) async -> Exchange? {
        await visit.waiting { try await visit.gate.request() }
        let left = visit.timeLeft
        guard left > .zero else { return nil }
        var request = request
        request.timeout = min(settings.timeout, left)
        request.resolution = resolution
        return await transport.perform(request)
    }

    /// Whether the other location could only fail in the same way: same name, same address, same certificate.
    private static func settlesOther(_ location: LocationObservation) -> Bool {
        guard let failure = location.exchange?.failure else { return location.exchange == nil }
        if failure.kind == .cancelled { return true }
        switch failure.phase {
        case .dns, .connect, .proxy, .tls: return true
        // A silent server will not speak at the other path either, and it costs another timeout to ask.
        case .header: return failure.kind == .timeout
        case .body: return false
        }
    }

    // MARK: Redirects

    private func follow(_ first: Exchange?, _ visit: Visit) async -> RedirectTrail? {
        guard let first, let start = Redirect(first) else { return nil }
        var trail = RedirectTrail(hops: [], exchanges: [], end: .answered)
        var redirect = start
        var visited: Set<String> = [first.url]
        while true {
            trail.hops.append(redirect.hop)
            guard let next = redirect.target else {
                trail.end = .unusableLocation
                return trail
            }
            guard visited.insert(next.description).inserted else {
                trail.end = .loop
                return trail
            }
            guard trail.hops.count <= settings.maxRedirects else {
                trail.end = .limit
                return trail
            }
            let request = Request(
                url: next.description, addressGuard: addressGuard(first),
                sendsUserHeaders: next.host == visit.target.host && next.scheme == "https")
            guard let exchange = await perform(request, visit) else {
                trail.end = .deadline
                return trail
            }
            trail.exchanges.append(exchange)
            guard exchange.failure == nil else {
                trail.end = .failed
                return trail
            }
            guard let further = Redirect(exchange) else { return trail }
            redirect = further
        }
    }

    /// Keeps a server from leading into private space; the addresses that the user's own name has are no secret to it.
    private func addressGuard(_ first: Exchange) -> Request.AddressGuard {
        if settings.allowsPrivateRedirects { return .any }
        return .publicOnly(except: first.addressesChosen ? [] : first.addresses)
    }

    // MARK: The name with .json

    private func probeJSONSuffix(
        _ wellKnown: LocationObservation, _ root: LocationObservation, _ visit: Visit
    ) async -> [Exchange] {
        let isMissing = [wellKnown, root].allSatisfy { [404, 410].contains($0.exchange?.status ?? 0) }
        guard isMissing, wellKnown.exchange?.failure == nil, root.exchange?.failure == nil else { return [] }
        var probes: [Exchange] = []
        for location in [wellKnown, root] {
            let request = Request(url: location.url + ".json", keepsConnection: probes.isEmpty)
            guard let probe = await perform(request, visit) else { break }
            probes.append(probe)
            // A server that does not answer this will not answer the next either.
            if probe.failure != nil { break }
        }
        return probes
    }
}
