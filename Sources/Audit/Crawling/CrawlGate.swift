import Synchronization
import Transport

/// The limits of a crawl, shared by all its domains.
final class CrawlLimits: Sendable {
    /// Domains in flight.
    let inFlight: Permits
    /// Domains that timed out and get a second look: few at once, so that it is not our own load that times out.
    let secondLook: Permits
    /// Domains in flight at one address.
    let addresses: AddressPermits
    /// Domains that wait outside `inFlight`: for an address, or before a retry.
    let parked: Permits
    let pacer: RequestPacer?

    init(_ settings: CrawlSettings) {
        inFlight = Permits(settings.maxConcurrency)
        // Half, so that many silent hosts do not make a run longer than they must; not so many that they are load themselves.
        secondLook = Permits(max(4, min(settings.maxConcurrency / 2, 100), settings.maxConcurrency / 4))
        addresses = AddressPermits(limit: settings.hostConcurrency)
        parked = Permits(4_096)
        pacer = settings.rateLimit.map { RequestPacer(rate: $0) }
    }
}

/// One domain's gate: which permits it holds, and how it gives them back while it waits.
///
/// Used by the one task that observes the domain; the crawl calls ``leave()`` when it has ended.
final class CrawlGate: ObservationGate {
    private struct Held {
        var slot: Permits?
        var address: IPAddress?
    }

    private let limits: CrawlLimits
    private let held: Mutex<Held>

    /// Creates a gate for a domain that holds a permit of `limits.inFlight`.
    init(_ limits: CrawlLimits) {
        self.limits = limits
        held = Mutex(Held(slot: limits.inFlight))
    }

    func enter(_ addresses: [IPAddress]) async throws {
        guard let address = addresses.first else { return }
        if limits.addresses.tryAcquire(address) {
            held.withLock { $0.address = address }
            return
        }
        try await whileParked(returningTo: limits.inFlight) { try await self.takeAddress(address) }
    }

    func request() async throws { try await limits.pacer?.turn() }

    func pause(_ duration: Duration, after exchange: Exchange) async throws {
        let address = held.withLock { held in
            defer { held.address = nil }
            return held.address
        }
        if let address { limits.addresses.release(address) }
        try await whileParked(returningTo: Self.timedOut(exchange) ? limits.secondLook : limits.inFlight) {
            try await Task.sleep(for: duration)
            if let address { try await self.takeAddress(address) }
        }
    }

    /// Gives everything back.
    func leave() {
        let all = held.withLock { held in
            defer { held = Held() }
            return held
        }
        if let address = all.address { limits.addresses.release(address) }
        all.slot?.release()
    }

    private func takeAddress(_ address: IPAddress) async throws {
        try await limits.addresses.acquire(address)
        held.withLock { $0.address = address }
    }

    /// Gives the slot to another domain meanwhile, unless too many wait already: then the crawl takes in no more.
    private func whileParked(returningTo slot: Permits, _ wait: () async throws -> Void) async throws {
        guard limits.parked.tryAcquire() else { return try await wait() }
        defer { limits.parked.release() }
        held.withLock { held in
            defer { held.slot = nil }
            return held.slot
        }?.release()
        try await wait()
        try await slot.acquire()
        held.withLock { $0.slot = slot }
    }

    private static func timedOut(_ exchange: Exchange) -> Bool {
        exchange.failure?.kind == .timeout || exchange.failure?.kind == .connectTimeout
    }
}
