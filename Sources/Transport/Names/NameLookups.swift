import Basics
import DequeModule
import Platform

import struct Foundation.Data
import struct Foundation.URL

/// The result of resolving a name, or of a single query.
enum NameResult {
    case addresses([IPAddress])
    case failure(ExchangeFailure.Kind, detail: String)
}

/// Resolves names for one event loop: from the hosts file, from recent results, or through the name servers.
///
/// A and AAAA are separate queries, so that the failure of one cannot hide the result of the other. The caller handles
/// deadlines, and ignores results that arrive too late.
final class NameLookups {
    typealias Completion = (NameResult) -> Void
    typealias SendQuery = (_ name: String, _ family: Int32, _ completion: @escaping Completion) -> Void

    private let families: [Int32]
    private let hosts: HostsFile
    private let prefersIPv6: Bool
    private let sendQuery: SendQuery
    private let now: () -> ContinuousClock.Instant
    private var lookups: [NameQuery: Lookup] = [:]
    private var cache = NameCache()

    private final class Lookup {
        let query: NameQuery
        var completions: [Completion]
        var pendingCount: Int
        var addresses: [IPAddress] = []
        var failures: [(kind: ExchangeFailure.Kind, detail: String)] = []

        init(_ query: NameQuery, _ completion: @escaping Completion) {
            self.query = query
            completions = [completion]
            pendingCount = query.families.count
        }
    }

    /// Creates lookups that send each query with `sendQuery`, which must call its completion exactly once.
    init(
        _ addressFamily: TransportSettings.AddressFamily, hosts: HostsFile, prefersIPv6: Bool,
        now: @escaping () -> ContinuousClock.Instant = { .now }, sendQuery: @escaping SendQuery
    ) {
        families =
            switch addressFamily {
            case .any: Self.allFamilies
            case .ipv4: [AF_INET]
            case .ipv6: [AF_INET6]
            }
        self.hosts = hosts
        self.prefersIPv6 = prefersIPv6
        self.now = now
        self.sendQuery = sendQuery
    }

    /// Resolves `name`, which is ASCII in lower case.
    ///
    /// May complete at once. `inAllFamilies` overrides the settings.
    func resolve(_ name: String, inAllFamilies: Bool = false, completion: @escaping Completion) {
        let query = NameQuery(name: name, families: inAllFamilies ? Self.allFamilies : families)
        if let known = hosts.addresses(of: name) {
            let wanted = known.filter { query.families.contains($0.isIPv6 ? AF_INET6 : AF_INET) }
            return completion(combined(wanted, failures: []))
        }
        // RFC 7686: such names exist only in Tor, and must not be sent to name servers.
        if name.hasSuffix(".onion") {
            return completion(.failure(.nameNotFound, detail: "names below .onion are not in the DNS"))
        }
        if let known = cache.addresses(of: query, now: now()) { return completion(.addresses(known)) }
        if let running = lookups[query] {
            running.completions.append(completion)
            return
        }
        let lookup = Lookup(query, completion)
        lookups[query] = lookup
        for family in query.families { sendQuery(name, family) { self.receive($0, for: lookup) } }
    }

    /// Returns the addresses of `name` in one family while the query for the other family is pending.
    func knownAddresses(of name: String, inAllFamilies: Bool = false) -> [IPAddress] {
        let query = NameQuery(name: name, families: inAllFamilies ? Self.allFamilies : families)
        return inOrder(lookups[query]?.addresses ?? [])
    }

    private static let allFamilies = [AF_INET, AF_INET6]

    private func receive(_ result: NameResult, for lookup: Lookup) {
        switch result {
        case .addresses(let addresses): lookup.addresses += addresses
        case .failure(let kind, let detail): lookup.failures.append((kind, detail))
        }
        lookup.pendingCount -= 1
        guard lookup.pendingCount == 0 else { return }
        lookups[lookup.query] = nil
        let finalResult = combined(lookup.addresses, failures: lookup.failures)
        if case .addresses(let addresses) = finalResult { cache.store(addresses, for: lookup.query, now: now()) }
        for completion in lookup.completions { completion(finalResult) }
    }

    private func combined(
        _ addresses: [IPAddress], failures: [(kind: ExchangeFailure.Kind, detail: String)]
    ) -> NameResult {
        guard addresses.isEmpty else { return .addresses(inOrder(addresses)) }
        // NXDOMAIN applies to both families; if one query failed, the name may have an address of its family.
        let precedence: [ExchangeFailure.Kind] = [.nameNotFound, .resolverTimeout, .resolverFailed, .noAddress]
        let decisive = precedence.firstResult { kind in failures.first { $0.kind == kind } }
        return .failure(
            decisive?.kind ?? .noAddress, detail: decisive?.detail ?? "no address of the family that was asked for")
    }

    private func inOrder(_ addresses: [IPAddress]) -> [IPAddress] {
        addresses.filter { $0.isIPv6 == prefersIPv6 } + addresses.filter { $0.isIPv6 != prefersIPv6 }
    }
}

private struct NameQuery: Hashable {
    let name: String
    let families: [Int32]
}

/// Recently resolved addresses, so that both file locations are requested from the same addresses.
private struct NameCache {
    private static let lifetime: Duration = .seconds(30)
    private var entries: [NameQuery: (addresses: [IPAddress], expiry: ContinuousClock.Instant)] = [:]
    private var expiries: Deque<(query: NameQuery, expiry: ContinuousClock.Instant)> = []

    func addresses(of query: NameQuery, now: ContinuousClock.Instant) -> [IPAddress]? {
        guard let entry = entries[query], entry.expiry > now else { return nil }
        return entry.addresses
    }

    mutating func store(_ addresses: [IPAddress], for query: NameQuery, now: ContinuousClock.Instant) {
        let expiry = now + Self.lifetime
        entries[query] = (addresses, expiry)
        expiries.append((query, expiry))
        while let oldest = expiries.first, oldest.expiry <= now {
            expiries.removeFirst()
            if let entry = entries[oldest.query], entry.expiry <= now { entries[oldest.query] = nil }
        }
    }
}

/// The names of a hosts file, read once, because c-ares would read the file again for every name.
struct HostsFile: Sendable {
    private var addresses: [String: [IPAddress]] = [:]

    init(path: String) {
        let data = try? Data(contentsOf: URL(fileURLWithPath: path))
        self.init(text: data.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    init(text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
            guard let first = words.first, let address = IPAddress(String(first)) else { continue }
            for name in words.dropFirst() { addresses[name.lowercased(), default: []].append(address) }
        }
    }

    /// Returns the addresses of `name`, by default loopback for names in `localhost` (RFC 6761); `nil` if unknown.
    func addresses(of name: String) -> [IPAddress]? {
        if let known = addresses[name] { return known }
        guard name == "localhost" || name.hasSuffix(".localhost") else { return nil }
        return ["127.0.0.1", "::1"].compactMap { IPAddress($0) }
    }
}
