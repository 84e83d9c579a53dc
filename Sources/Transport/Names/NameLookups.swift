import Platform

/// The answer to a question for the addresses of a name.
enum NameAnswer {
    case addresses([IPAddress])
    case failure(ExchangeFailure.Kind, detail: String)
}

/// Names to addresses for one event loop: from the hosts file, from what was just looked up, or from the name servers.
///
/// A and AAAA are two questions, so that one that fails cannot hide what the other says. A deadline belongs to whoever
/// asks: answers that come later are dropped.
final class NameLookups {
    typealias Completion = (NameAnswer) -> Void

    private let families: [Int32]
    private let hosts: HostsFile
    private let prefersIPv6: Bool
    private let ask: (_ name: String, _ family: Int32, _ completion: @escaping Completion) -> Void
    private let now: () -> ContinuousClock.Instant
    private var lookups: [String: Lookup] = [:]
    private var cache = NameCache()

    /// One name that is being asked for, and those who wait for it.
    private final class Lookup {
        let name: String
        var completions: [Completion] = []
        var pending: Int
        var addresses: [IPAddress] = []
        var failures: [(kind: ExchangeFailure.Kind, detail: String)] = []

        init(name: String, pending: Int) {
            self.name = name
            self.pending = pending
        }
    }

    /// Creates lookups whose questions `ask` answers, each of them once.
    init(
        _ addressFamily: TransportSettings.AddressFamily, hosts: HostsFile, prefersIPv6: Bool,
        now: @escaping () -> ContinuousClock.Instant = { .now },
        ask: @escaping (_ name: String, _ family: Int32, _ completion: @escaping Completion) -> Void
    ) {
        families =
            switch addressFamily {
            case .any: [AF_INET, AF_INET6]
            case .ipv4: [AF_INET]
            case .ipv6: [AF_INET6]
            }
        self.hosts = hosts
        self.prefersIPv6 = prefersIPv6
        self.now = now
        self.ask = ask
    }

    /// Asks for the addresses of `name`, in lower case and ASCII; may answer at once.
    func resolve(_ name: String, completion: @escaping Completion) {
        if let known = hosts.addresses(of: name) { return completion(answer(known.filter(isWanted), failures: [])) }
        if let known = cache.addresses(of: name, now: now()) { return completion(.addresses(known)) }
        if let running = lookups[name] {
            running.completions.append(completion)
            return
        }
        let lookup = Lookup(name: name, pending: families.count)
        lookup.completions.append(completion)
        lookups[name] = lookup
        for family in families { ask(name, family) { self.received(lookup, $0) } }
    }

    /// The addresses of `name` in one family, while the question for the other one has no answer.
    func known(_ name: String) -> [IPAddress] {
        guard let running = lookups[name] else { return [] }
        return inOrder(running.addresses)
    }

    private func isWanted(_ address: IPAddress) -> Bool { families.contains(address.isIPv6 ? AF_INET6 : AF_INET) }

    private func received(_ lookup: Lookup, _ answer: NameAnswer) {
        switch answer {
        case .addresses(let addresses): lookup.addresses += addresses
        case .failure(let kind, let detail): lookup.failures.append((kind, detail))
        }
        lookup.pending -= 1
        guard lookup.pending == 0 else { return }
        lookups[lookup.name] = nil
        let answer = self.answer(lookup.addresses, failures: lookup.failures)
        if case .addresses(let addresses) = answer { cache.store(addresses, for: lookup.name, now: now()) }
        for completion in lookup.completions { completion(answer) }
    }

    private func answer(
        _ addresses: [IPAddress], failures: [(kind: ExchangeFailure.Kind, detail: String)]
    ) -> NameAnswer {
        guard addresses.isEmpty else { return .addresses(inOrder(addresses)) }
        // One NXDOMAIN is true for the name, whatever the other question met; a failure is worse than "no such record".
        let order: [ExchangeFailure.Kind] = [.nameNotFound, .resolverTimeout, .resolverFailed, .noAddress]
        let worst = order.lazy.compactMap { kind in failures.first { $0.kind == kind } }.first
        return .failure(
            worst?.kind ?? .noAddress, detail: worst?.detail ?? "no address of the family that was asked for")
    }

    private func inOrder(_ addresses: [IPAddress]) -> [IPAddress] {
        let sixes = addresses.filter(\.isIPv6)
        let fours = addresses.filter { !$0.isIPv6 }
        return prefersIPv6 ? sixes + fours : fours + sixes
    }
}

/// Addresses that were just looked up, so that the second location is asked at the same ones.
private struct NameCache {
    private static let lifetime: Duration = .seconds(30)
    private var entries: [String: (addresses: [IPAddress], until: ContinuousClock.Instant)] = [:]
    private var queue: [(name: String, until: ContinuousClock.Instant)] = []
    private var head = 0

    func addresses(of name: String, now: ContinuousClock.Instant) -> [IPAddress]? {
        guard let entry = entries[name], entry.until > now else { return nil }
        return entry.addresses
    }

    mutating func store(_ addresses: [IPAddress], for name: String, now: ContinuousClock.Instant) {
        let until = now + Self.lifetime
        entries[name] = (addresses, until)
        queue.append((name, until))
        while head < queue.count, queue[head].until <= now {
            if let entry = entries[queue[head].name], entry.until <= now { entries[queue[head].name] = nil }
            head += 1
        }
        if head > 1_024, head * 2 > queue.count {
            queue.removeFirst(head)
            head = 0
        }
    }
}
