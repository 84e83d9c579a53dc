import CAres
import Platform

/// The answer to the question for the addresses of a name.
enum NameAnswer {
    case addresses([IPAddress])
    case failure(ExchangeFailure.Kind, detail: String)
}

/// Names to addresses through c-ares, on the sockets of one event loop.
///
/// A and AAAA are two questions, so that one that fails cannot hide what the other says. A deadline belongs to whoever
/// asks: answers that come later are dropped.
final class NameResolver {
    typealias Completion = (NameAnswer) -> Void

    private var channel: ares_channel?
    private let watch: SocketWatch
    /// The address families that may be connected to.
    private let families: [Int32]
    private let hosts: HostsFile
    private let prefersIPv6: Bool
    private var lookups: [NameQuery: Lookup] = [:]
    private var cache = NameCache()

    /// One name that is being asked for, and those who wait for it.
    private final class Lookup {
        let query: NameQuery
        var completions: [Completion] = []
        var pending: Int
        var addresses: [IPAddress] = []
        var failures: [Int32] = []

        init(query: NameQuery, pending: Int) {
            self.query = query
            self.pending = pending
        }
    }

    /// One of the questions of a lookup; kept alive by c-ares until it has called back.
    private final class Question {
        let resolver: NameResolver
        let lookup: Lookup

        init(resolver: NameResolver, lookup: Lookup) {
            self.resolver = resolver
            self.lookup = lookup
        }
    }

    /// Starts c-ares with the settings' name servers, and with its sockets in `watch`.
    init(
        _ settings: TransportSettings, hosts: HostsFile, prefersIPv6: Bool, watch: SocketWatch
    ) throws(TransportError) {
        self.watch = watch
        self.hosts = hosts
        self.prefersIPv6 = prefersIPv6
        families =
            switch settings.addressFamily {
            case .any: Self.everyFamily
            case .ipv4: [AF_INET]
            case .ipv6: [AF_INET6]
            }
        var options = ares_options()
        // Search domains invent answers: `example.com` could be found as `example.com.corp.example`.
        options.flags = Int32(ARES_FLAG_NOSEARCH)
        options.timeout = 2_000
        options.tries = 2
        options.sock_state_cb = { context, socket, readable, writable in
            guard let context else { return }
            let resolver = Unmanaged<NameResolver>.fromOpaque(context).takeUnretainedValue()
            resolver.watch.watch(socket, for: .names, readable: readable != 0, writable: writable != 0)
        }
        options.sock_state_cb_data = Unmanaged.passUnretained(self).toOpaque()
        var made: ares_channel?
        let mask = ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_SOCK_STATE_CB | ARES_OPT_LOOKUPS
        let status = "b".withCString { lookups in
            // "b" is the DNS alone: the hosts file is ours. c-ares copies the string.
            options.lookups = UnsafeMutablePointer(mutating: lookups)
            return ares_init_options(&made, &options, Int32(mask))
        }
        guard status == aasa_ares_success else {
            throw .library("c-ares could not be started: \(Self.text(status))")
        }
        channel = made
        guard settings.nameServers.isEmpty else {
            let servers = settings.nameServers.joined(separator: ",")
            guard ares_set_servers_ports_csv(made, servers) == aasa_ares_success else {
                close()
                throw .setting("the name servers \"\(servers)\" cannot be used: expected ADDRESS or ADDRESS:PORT")
            }
            return
        }
    }

    /// Ends all questions; must be called before the last reference goes.
    func close() {
        if let channel { ares_destroy(channel) }
        channel = nil
    }

    /// Asks for the addresses of `name`, in lower case and ASCII, of every family if `isOfAnyFamily`; may answer at once.
    func resolve(_ name: String, isOfAnyFamily: Bool = false, completion: @escaping Completion) {
        let families = isOfAnyFamily ? Self.everyFamily : families
        if let known = hosts.addresses(of: name) {
            let wanted = known.filter { families.contains($0.isIPv6 ? AF_INET6 : AF_INET) }
            return completion(answer(wanted, failures: []))
        }
        let query = NameQuery(name: name, hasEveryFamily: families.count == Self.everyFamily.count)
        if let known = cache.addresses(of: query, now: .now) { return completion(.addresses(known)) }
        if let running = lookups[query] {
            running.completions.append(completion)
            return
        }
        let lookup = Lookup(query: query, pending: families.count)
        lookup.completions.append(completion)
        lookups[query] = lookup
        for family in families { ask(lookup, family: family) }
    }

    private static let everyFamily = [AF_INET, AF_INET6]

    private func ask(_ lookup: Lookup, family: Int32) {
        var hints = ares_addrinfo_hints()
        hints.ai_family = family
        hints.ai_flags = Int32(ARES_AI_NOSORT)
        let question = Unmanaged.passRetained(Question(resolver: self, lookup: lookup))
        ares_getaddrinfo(
            channel, lookup.query.name, nil, &hints,
            { context, status, _, result in
                defer { if let result { ares_freeaddrinfo(result) } }
                guard let context else { return }
                let question = Unmanaged<Question>.fromOpaque(context).takeRetainedValue()
                question.resolver.received(question.lookup, status: status, result: result)
            }, question.toOpaque())
    }

    private func received(_ lookup: Lookup, status: Int32, result: UnsafeMutablePointer<ares_addrinfo>?) {
        if status == aasa_ares_success, let result {
            var node = result.pointee.nodes
            while let current = node {
                if let address = Self.address(current.pointee) { lookup.addresses.append(address) }
                node = current.pointee.ai_next
            }
        } else {
            lookup.failures.append(status)
        }
        lookup.pending -= 1
        guard lookup.pending == 0 else { return }
        lookups[lookup.query] = nil
        let answer = answer(lookup.addresses, failures: lookup.failures)
        if case .addresses(let addresses) = answer { cache.store(addresses, for: lookup.query, now: .now) }
        for completion in lookup.completions { completion(answer) }
    }

    private func answer(_ addresses: [IPAddress], failures: [Int32]) -> NameAnswer {
        guard addresses.isEmpty else {
            let sixes = addresses.filter(\.isIPv6)
            let fours = addresses.filter { !$0.isIPv6 }
            return .addresses(prefersIPv6 ? sixes + fours : fours + sixes)
        }
        let causes = failures.map { Self.kind(of: $0) }
        // One NXDOMAIN is true for the name, whatever the other question met; a failure is worse than "no such record".
        let order: [ExchangeFailure.Kind] = [.nameNotFound, .resolverTimeout, .resolverFailed, .noAddress]
        let kind = order.first { causes.contains($0) } ?? .noAddress
        let status = zip(causes, failures).first { $0.0 == kind }?.1
        return .failure(kind, detail: status.map { Self.text($0) } ?? "no address of the family that was asked for")
    }

    private static func kind(of status: Int32) -> ExchangeFailure.Kind {
        switch status {
        case aasa_ares_not_found: .nameNotFound
        case aasa_ares_no_data: .noAddress
        case aasa_ares_timeout: .resolverTimeout
        default: .resolverFailed
        }
    }

    private static func text(_ status: Int32) -> String { String(cString: ares_strerror(status)) }

    private static func address(_ node: ares_addrinfo_node) -> IPAddress? {
        guard let socketAddress = node.ai_addr else { return nil }
        switch node.ai_family {
        case AF_INET:
            return socketAddress.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin_addr) { IPAddress(bytes: Array($0)) }
            }
        case AF_INET6:
            return socketAddress.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin6_addr) { IPAddress(bytes: Array($0)) }
            }
        default: return nil
        }
    }

    /// Lets c-ares read and write the socket of `event`.
    func act(on event: SocketWatch.Event) {
        guard let channel else { return }
        ares_process_fd(
            channel, event.readable ? event.socket : ares_socket_t(ARES_SOCKET_BAD),
            event.writable ? event.socket : ares_socket_t(ARES_SOCKET_BAD))
    }

    /// Lets c-ares do what is due: ask again, or give up.
    func actOnTime() {
        guard let channel, !lookups.isEmpty else { return }
        ares_process_fd(channel, ares_socket_t(ARES_SOCKET_BAD), ares_socket_t(ARES_SOCKET_BAD))
    }

    /// The milliseconds until c-ares has something to do; `nil` when nothing is asked.
    func nextTimeout() -> Int? {
        guard let channel, !lookups.isEmpty else { return nil }
        var storage = timeval()
        guard let next = ares_timeout(channel, nil, &storage) else { return nil }
        return Int(next.pointee.tv_sec) * 1_000 + Int(next.pointee.tv_usec + 999) / 1_000
    }
}

/// A name, and whether its addresses of every family are asked for.
private struct NameQuery: Hashable {
    let name: String
    let hasEveryFamily: Bool
}

/// Addresses that were just looked up, so that the second location is asked at the same ones.
private struct NameCache {
    private static let lifetime: Duration = .seconds(30)
    private var entries: [NameQuery: (addresses: [IPAddress], until: ContinuousClock.Instant)] = [:]
    private var queue: [(query: NameQuery, until: ContinuousClock.Instant)] = []
    private var head = 0

    func addresses(of query: NameQuery, now: ContinuousClock.Instant) -> [IPAddress]? {
        guard let entry = entries[query], entry.until > now else { return nil }
        return entry.addresses
    }

    mutating func store(_ addresses: [IPAddress], for query: NameQuery, now: ContinuousClock.Instant) {
        let until = now + Self.lifetime
        entries[query] = (addresses, until)
        queue.append((query, until))
        while head < queue.count, queue[head].until <= now {
            if let entry = entries[queue[head].query], entry.until <= now { entries[queue[head].query] = nil }
            head += 1
        }
        if head > 1_024, head * 2 > queue.count {
            queue.removeFirst(head)
            head = 0
        }
    }
}
