import CAres
import Platform

/// Sends queries to name servers through c-ares, on the thread of one event loop.
final class NameResolver {
    private var channel: ares_channel?
    private let watch: SocketWatch
    private var pendingQueryCount = 0

    /// A pending query; kept alive by c-ares until its callback.
    private final class Query {
        let resolver: NameResolver
        let family: Int32
        let completion: (NameResult) -> Void

        init(resolver: NameResolver, family: Int32, completion: @escaping (NameResult) -> Void) {
            self.resolver = resolver
            self.family = family
            self.completion = completion
        }
    }

    /// Initialises c-ares with the name servers of the settings; `watch` monitors its sockets.
    init(_ settings: TransportSettings, watch: SocketWatch) throws(TransportError) {
        self.watch = watch
        var options = ares_options()
        options.timeout = 2_000  // milliseconds, because of ARES_OPT_TIMEOUTMS
        options.tries = 2
        options.sock_state_cb = { context, socket, readable, writable in
            guard let context else { return }
            let resolver = Unmanaged<NameResolver>.fromOpaque(context).takeUnretainedValue()
            resolver.watch.watch(socket, for: .resolver, readable: readable != 0, writable: writable != 0)
        }
        options.sock_state_cb_data = Unmanaged.passUnretained(self).toOpaque()
        var newChannel: ares_channel?
        let mask = ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_SOCK_STATE_CB
        let status = ares_init_options(&newChannel, &options, Int32(mask))
        guard status == aasa_ares_success else {
            throw .library("c-ares could not be started: \(Self.message(of: status))")
        }
        channel = newChannel
        guard !settings.nameServers.isEmpty else { return }
        let servers = settings.nameServers.joined(separator: ",")
        guard ares_set_servers_ports_csv(newChannel, servers) == aasa_ares_success else {
            close()
            throw .setting("the name servers \"\(servers)\" cannot be used: expected ADDRESS or ADDRESS:PORT")
        }
    }

    /// Cancels all queries; must be called before the last reference is released.
    func close() {
        if let channel { ares_destroy(channel) }
        channel = nil
    }

    /// Queries the addresses of `name` in one family, `AF_INET` or `AF_INET6`; may call `completion` immediately.
    ///
    /// Search domains are not used, because `example.com` could be found as `example.com.corp.example`.
    func query(_ name: String, family: Int32, completion: @escaping (NameResult) -> Void) {
        pendingQueryCount += 1
        let query = Unmanaged.passRetained(Query(resolver: self, family: family, completion: completion))
        aasa_ares_query(
            channel, name, family == AF_INET6 ? 1 : 0,
            { context, status, _, message, size in
                guard let context else { return }
                let query = Unmanaged<Query>.fromOpaque(context).takeRetainedValue()
                query.resolver.pendingQueryCount -= 1
                let message = UnsafeBufferPointer(start: message, count: Int(size))
                query.completion(NameResolver.result(status, message, query.family))
            }, query.toOpaque())
    }

    /// The maximum size in bytes of a response that is read, which has room for 500 addresses or more.
    ///
    /// The time that c-ares 1.18 takes for a response grows with the square of the number of addresses: 4,000 of them,
    /// in 64 KB, took 20 to 80 ms on the thread of the event loop.
    private static let maxResponseSize = 16 * 1_024
    private static let maxAddresses = maxResponseSize / 16  // a record has at least 16 bytes

    private static func result(_ status: Int32, _ message: UnsafeBufferPointer<UInt8>, _ family: Int32) -> NameResult {
        guard status == aasa_ares_success, let start = message.baseAddress else { return failure(status) }
        guard message.count <= maxResponseSize else {
            let detail = "the DNS response has \(message.count) bytes; at most \(maxResponseSize) are read"
            return .failure(.resolverFailed, detail: detail)
        }
        let isIPv6 = family == AF_INET6
        let size = isIPv6 ? 16 : 4
        return withUnsafeTemporaryAllocation(byteCount: maxAddresses * size, alignment: 1) { addresses in
            var count = Int32(maxAddresses)
            let status = aasa_ares_addresses(start, Int32(message.count), isIPv6 ? 1 : 0, addresses.baseAddress, &count)
            guard status == aasa_ares_success else { return failure(status) }
            let starts = stride(from: 0, to: Int(count) * size, by: size)
            return .addresses(starts.compactMap { IPAddress(bytes: Array(addresses[$0..<$0 + size])) })
        }
    }

    private static func failure(_ status: Int32) -> NameResult {
        let kind: ExchangeFailure.Kind =
            switch status {
            case aasa_ares_not_found: .nameNotFound
            case aasa_ares_no_data: .noAddress
            case aasa_ares_timeout: .resolverTimeout
            default: .resolverFailed
            }
        return .failure(kind, detail: message(of: status))
    }

    private static func message(of status: Int32) -> String { String(cString: ares_strerror(status)) }

    func act(on event: SocketWatch.Event) {
        guard let channel else { return }
        ares_process_fd(
            channel, event.readable ? event.socket : ares_socket_t(ARES_SOCKET_BAD),
            event.writable ? event.socket : ares_socket_t(ARES_SOCKET_BAD))
    }

    func processTimeouts() {
        guard let channel, millisecondsLeft == 0 else { return }
        ares_process_fd(channel, ares_socket_t(ARES_SOCKET_BAD), ares_socket_t(ARES_SOCKET_BAD))
    }

    /// The time in milliseconds until c-ares must process timeouts; `nil` without pending queries.
    var millisecondsLeft: Int? {
        guard let channel, pendingQueryCount > 0 else { return nil }
        var storage = timeval()
        guard let next = ares_timeout(channel, nil, &storage) else { return nil }
        return Int(next.pointee.tv_sec) * 1_000 + Int(next.pointee.tv_usec + 999) / 1_000
    }
}
