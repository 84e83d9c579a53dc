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

    /// Observes `target`; ends within the deadline.
    public func observe(_ target: Target) async -> Observation {
        let visit = Visit(target: target, until: .now + settings.deadline)
        let startedAt = surroundings.now()
        let begun = ContinuousClock.now
        var wellKnown = await ask("/.well-known/apple-app-site-association", visit, keepsConnection: true)
        var root = LocationObservation(url: visit.url("/apple-app-site-association"))
        if Self.settlesOther(wellKnown) {
            root.skip = .settled
        } else {
            root = await ask("/apple-app-site-association", visit, keepsConnection: false)
        }
        wellKnown.trail = await follow(wellKnown.exchange, visit)
        root.trail = await follow(root.exchange, visit)
        let probes = await probeJSONSuffix(wellKnown, root, visit)
        return Observation(
            target: target, startedAt: startedAt, wellKnown: wellKnown, root: root, jsonSuffixProbes: probes,
            totalMs: (ContinuousClock.now - begun) / .milliseconds(1), deadlineReached: visit.timeLeft <= .zero)
    }

    /// One domain being looked at.
    private struct Visit {
        let target: Target
        let until: ContinuousClock.Instant

        var timeLeft: Duration { until - .now }
        func url(_ path: String) -> String { "https://\(target.authority)\(path)" }
    }

    // MARK: The two locations

    private func ask(_ path: String, _ visit: Visit, keepsConnection: Bool) async -> LocationObservation {
        var location = LocationObservation(url: visit.url(path))
        let policy = RetryPolicy(firstPause: settings.retryPause)
        while true {
            let left = visit.timeLeft
            guard left > .zero else {
                if location.exchange == nil { location.skip = .deadline }
                return location
            }
            let exchange = await transport.perform(
                Request(url: location.url, keepsConnection: keepsConnection, timeout: min(settings.timeout, left)))
            location.exchange = exchange
            location.attempts += 1
            guard location.attempts <= settings.maxRetries, RetryPolicy.isTransient(exchange) else { return location }
            let pause = policy.pause(
                after: location.attempts, exchange, now: surroundings.now(), jitter: surroundings.jitter())
            // A pause that outlasts the deadline would only delay the same answer.
            guard pause < visit.timeLeft, (try? await surroundings.pause(pause)) != nil else { return location }
        }
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
            let left = visit.timeLeft
            guard left > .zero else {
                trail.end = .deadline
                return trail
            }
            let exchange = await transport.perform(
                Request(
                    url: next.description, addressGuard: addressGuard(first), timeout: min(settings.timeout, left),
                    sendsUserHeaders: next.host == visit.target.host && next.scheme == "https"))
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
            let left = visit.timeLeft
            guard left > .zero else { break }
            probes.append(
                await transport.perform(
                    Request(
                        url: location.url + ".json", keepsConnection: probes.isEmpty,
                        timeout: min(settings.timeout, left))))
            // A server that does not answer this will not answer the next either.
            if probes.last?.failure != nil { break }
        }
        return probes
    }
}

/// An answer that points elsewhere.
private struct Redirect {
    let hop: RedirectTrail.Hop
    /// Where it points; `nil` when that cannot be asked for.
    let target: AbsoluteURL?

    /// Reads the redirect of `exchange`; `nil` when its answer is none, or names no place at all.
    init?(_ exchange: Exchange) {
        guard exchange.failure == nil, let status = exchange.status, [301, 302, 303, 307, 308].contains(status),
            let location = exchange.headerFields.first("Location"), !location.isEmpty
        else { return nil }
        let resolved = AbsoluteURL(exchange.url)?.resolving(location)
        let usable = resolved.flatMap { ["https", "http"].contains($0.scheme) ? $0 : nil }
        target = usable
        hop = RedirectTrail.Hop(
            status: status, from: exchange.url, to: usable?.description ?? location, address: exchange.address)
    }
}
