import CAres
import Platform

/// Sends queries to name servers through c-ares, on the sockets of one event loop.
final class NameResolver {
    private var channel: ares_channel?
    private let watch: SocketWatch
    private var questionCount = 0

    /// A pending query; kept alive by c-ares until its callback.
    private final class Question {
        let resolver: NameResolver
        let completion: (NameAnswer) -> Void

        init(resolver: NameResolver, completion: @escaping (NameAnswer) -> Void) {
            self.resolver = resolver
            self.completion = completion
        }
    }

    /// Initialises c-ares with the name servers of the settings; `watch` monitors its sockets.
    init(_ settings: TransportSettings, watch: SocketWatch) throws(TransportError) {
        self.watch = watch
        var options = ares_options()
        // Search domains produce false results: `example.com` could be found as `example.com.corp.example`.
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
            // "b" means DNS only: this program reads the hosts file itself. c-ares copies the string.
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

    /// Cancels all queries; must be called before the last reference is released.
    func close() {
        if let channel { ares_destroy(channel) }
        channel = nil
    }

    /// Queries the addresses of `name` in one family, `AF_INET` or `AF_INET6`; may call `completion` immediately.
    func ask(_ name: String, family: Int32, completion: @escaping (NameAnswer) -> Void) {
        var hints = ares_addrinfo_hints()
        hints.ai_family = family
        hints.ai_flags = Int32(ARES_AI_NOSORT)
        questionCount += 1
        let question = Unmanaged.passRetained(Question(resolver: self, completion: completion))
        ares_getaddrinfo(
            channel, name, nil, &hints,
            { context, status, _, result in
                defer { if let result { ares_freeaddrinfo(result) } }
                guard let context else { return }
                let question = Unmanaged<Question>.fromOpaque(context).takeRetainedValue()
                question.resolver.questionCount -= 1
                question.completion(NameResolver.answer(status, result))
            }, question.toOpaque())
    }

    private static func answer(_ status: Int32, _ result: UnsafeMutablePointer<ares_addrinfo>?) -> NameAnswer {
        guard status == aasa_ares_success, let result else {
            return .failure(kind(of: status), detail: text(status))
        }
        var addresses: [IPAddress] = []
        var node = result.pointee.nodes
        while let current = node {
            if let address = address(current.pointee) { addresses.append(address) }
            node = current.pointee.ai_next
        }
        return .addresses(addresses)
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

    func act(on event: SocketWatch.Event) {
        guard let channel else { return }
        ares_process_fd(
            channel, event.readable ? event.socket : ares_socket_t(ARES_SOCKET_BAD),
            event.writable ? event.socket : ares_socket_t(ARES_SOCKET_BAD))
    }

    func actOnTime() {
        guard let channel, questionCount > 0 else { return }
        ares_process_fd(channel, ares_socket_t(ARES_SOCKET_BAD), ares_socket_t(ARES_SOCKET_BAD))
    }

    /// Returns the time in milliseconds until c-ares must be called; `nil` without pending queries.
    func nextTimeout() -> Int? {
        guard let channel, questionCount > 0 else { return nil }
        var storage = timeval()
        guard let next = ares_timeout(channel, nil, &storage) else { return nil }
        return Int(next.pointee.tv_sec) * 1_000 + Int(next.pointee.tv_usec + 999) / 1_000
    }
}
