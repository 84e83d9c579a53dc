import CCurl
import HeapModule
import Platform

final class TransferTable {
    /// The time that libcurl has to report a timeout itself.
    private static let grace: Duration = .milliseconds(250)

    private let settings: TransportSettings
    private let store: CertificateStore
    private let certificates = KnownCertificates()
    private let multi: UnsafeMutableRawPointer
    private let driver: SocketDriver
    /// Must outlive the multi handle, which calls this object when it closes its connections.
    private let sockets = OpenSockets()
    private var transfers: [UInt64: Transfer] = [:]
    /// The times at which transfers end even if libcurl does not end them: with libcurl 7.88, a transfer to a stalled
    /// HTTP/2 server was once left without a timer, and never ended.
    private var deadlines = Heap<Deadline>()
    private var idleHandles: [EasyHandle] = []
    private var cachedNames = CachedNames()

    init(settings: TransportSettings, store: CertificateStore, watch: SocketWatch) throws(TransportError) {
        guard let multi = curl_multi_init() else { throw .library("libcurl could not make a multi handle") }
        // The caller limits the number of simultaneous transfers, because libcurl's measured times include the time
        // spent in its own queues. Idle connections are soon reused for the next request to the same host; closing one
        // to limit their number would cost its domain another handshake.
        _ = aasa_curl_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, settings.connectionLimit)
        self.settings = settings
        self.store = store
        self.multi = multi
        driver = SocketDriver(multi: multi, watch: watch)
    }

    deinit { curl_multi_cleanup(multi) }

    /// Starts a transfer over `connection`, which libcurl reuses if an earlier transfer already took its socket.
    func start(
        _ id: UInt64, _ request: Request, _ connection: Connection,
        _ continuation: CheckedContinuation<Exchange?, Never>
    ) {
        guard request.url.isSameOrigin(as: connection.route.url) else {
            let detail = "not a URL of the server that is connected"
            return continuation.resume(returning: .failed(request.url.description, .internalError, detail))
        }
        let transfer = Transfer(
            id: id, request: request, connection: connection, settings: settings, store: store, known: certificates,
            continuation: continuation)
        transfers[id] = transfer
        deadlines.insert(Deadline(due: .now + request.timeout + Self.grace, id: id))
        guard let handle = idleHandles.popLast() ?? EasyHandle() else {
            return fail(transfer, .internalError, "libcurl could not make a handle")
        }
        transfer.configure(handle, resolve: cachedNames.changes(using: transfer.names))
        sockets.recordClosing(by: handle)
        if transfer.isFirst, let socket = connection.takenSocket { sockets.add(socket, of: connection) }
        let code = curl_multi_add_handle(multi, handle.pointer)
        guard code == CURLM_OK else {
            return fail(transfer, .internalError, String(cString: curl_multi_strerror(code)))
        }
    }

    func cancel(_ id: UInt64) {
        if let transfer = transfers[id] { fail(transfer, .cancelled, "cancelled") }
    }

    private func fail(_ transfer: Transfer, _ kind: ExchangeFailure.Kind, _ detail: String) {
        detach(transfer)
        transfer.exchange.failure = ExchangeFailure(kind: kind, phase: .connect, detail: detail)
        complete(transfer)
    }

    func close(_ connection: Connection) { sockets.shutDown(connection) }

    func close() {
        for id in Array(transfers.keys) { cancel(id) }
    }

    var nextDeadline: ContinuousClock.Instant? { [driver.nextDeadline, deadlines.min?.due].compactMap(\.self).min() }

    func processTimeouts() {
        driver.processTimeouts()
        collectFinished()
        while let first = deadlines.min, first.due <= .now || transfers[first.id] == nil {
            deadlines.removeMin()
            if let overdue = transfers[first.id] { finish(overdue, CURLE_OPERATION_TIMEDOUT) }
        }
    }

    func act(on event: SocketWatch.Event) { driver.act(on: event) }

    private func collectFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let code = aasa_curl_message_result(message)
            var context: UnsafeMutableRawPointer?
            guard aasa_curl_easy_getinfo_pointer(easy, CURLINFO_PRIVATE, &context) == CURLE_OK,
                let transfer = Transfer.from(context)
            else { continue }
            finish(transfer, code)
        }
    }

    private func finish(_ transfer: Transfer, _ code: CURLcode) {
        transfer.finish(code)
        detach(transfer)
        complete(transfer)
    }

    /// Removes the transfer's handle from libcurl, so that no more callbacks occur.
    private func detach(_ transfer: Transfer) {
        guard let handle = transfer.handle else { return }
        transfer.handle = nil
        curl_multi_remove_handle(multi, handle.pointer)
        handle.reset()
        idleHandles.append(handle)
        for name in transfer.names { cachedNames.release(name) }
    }

    private func complete(_ transfer: Transfer) {
        transfers[transfer.id] = nil
        // libcurl keeps an HTTP/2 connection open after a stream has failed, but the caller does not use it again.
        if transfer.exchange.failure != nil || transfer.bodyCapped { sockets.shutDown(transfer.connection) }
        transfer.exchange.timings.totalMs = transfer.elapsedMs
        transfer.continuation.resume(returning: transfer.neededNewConnection ? nil : transfer.exchange)
    }
}

/// libcurl's open sockets and the connections that they belong to.
///
/// libcurl has no function to close an idle connection, so its socket is shut down instead: the server is notified
/// immediately, and libcurl notices when it next checks its idle connections.
final class OpenSockets {
    private var owners: [Int32: ObjectIdentifier] = [:]

    func add(_ socket: Int32, of connection: Connection) { owners[socket] = ObjectIdentifier(connection) }

    /// Shuts down the socket of `connection`, if libcurl still uses it.
    func shutDown(_ connection: Connection) {
        guard let socket = connection.takenSocket, owners[socket] == ObjectIdentifier(connection) else { return }
        owners[socket] = nil
        shutdown(socket, Int32(SHUT_RDWR))
    }

    func recordClosing(by handle: EasyHandle) {
        _ = aasa_curl_easy_setopt_closesocket_callback(handle.pointer) { context, socket in
            if let context { Unmanaged<OpenSockets>.fromOpaque(context).takeUnretainedValue().owners[socket] = nil }
            return close(socket)
        }
        handle.set(CURLOPT_CLOSESOCKETDATA, pointer: Unmanaged.passUnretained(self).toOpaque())
    }
}

/// The addresses of one name in the format of libcurl's name cache (`CURLOPT_RESOLVE`).
struct NameEntry {
    let host: String
    let port: Int
    let addresses: [IPAddress]

    /// The command that adds the entry; the plus lets it expire if it is never removed.
    var addition: String {
        "+\(host):\(port):\(addresses.map { $0.isIPv6 ? "[\($0)]" : "\($0)" }.joined(separator: ","))"
    }
    var removal: String { "-\(host):\(port)" }
}

/// The content of libcurl's name cache: only the names of transfers in progress.
///
/// libcurl searches its whole cache for every transfer. Removing names immediately, instead of after five seconds,
/// saves 5 % of the CPU time per domain (measured at 450 domains a second). A name is kept while a transfer needs it,
/// because libcurl must never resolve names itself.
struct CachedNames {
    /// The number of transfers that use a name, by the command that removes its entry.
    private var users: [String: Int] = [:]
    private var removals: [String] = []

    /// Returns the changes for a new transfer: removals of names that are no longer needed, and additions of `entries`.
    mutating func changes(using entries: [NameEntry]) -> [String] {
        defer { removals.removeAll(keepingCapacity: true) }
        for entry in entries { users[entry.removal, default: 0] += 1 }
        return removals + entries.map(\.addition)
    }

    mutating func release(_ entry: NameEntry) {
        let removal = entry.removal
        guard let count = users[removal], count > 1 else {
            users[removal] = nil
            removals.append(removal)
            return
        }
        users[removal] = count - 1
    }
}

/// Drives a libcurl multi handle by its sockets and its timer (`curl_multi_socket_action`).
///
/// `curl_multi_perform` processes everything that is ready in a single call, which takes half a second for hundreds of
/// simultaneous handshakes. The driver makes a separate call for each socket. It must only be used on one thread.
final class SocketDriver {
    private let multi: UnsafeMutableRawPointer
    private let watch: SocketWatch
    /// The time at which libcurl must be called even without a socket event; `nil` if there is none.
    private(set) var nextDeadline: ContinuousClock.Instant?

    init(multi: UnsafeMutableRawPointer, watch: SocketWatch) {
        self.multi = multi
        self.watch = watch
        let me = Unmanaged.passUnretained(self).toOpaque()
        _ = aasa_curl_multi_setopt_socket_callback(
            multi,
            { _, socket, what, context, _ in
                let readable = what == CURL_POLL_IN || what == CURL_POLL_INOUT
                let writable = what == CURL_POLL_OUT || what == CURL_POLL_INOUT
                SocketDriver.from(context)?.watch.watch(socket, for: .transfers, readable: readable, writable: writable)
                return 0
            }, me)
        _ = aasa_curl_multi_setopt_timer_callback(
            multi,
            { _, milliseconds, context in
                SocketDriver.from(context)?.nextDeadline = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
                return 0
            }, me)
    }

    /// The caller keeps the driver alive as long as the multi handle.
    private static func from(_ context: UnsafeMutableRawPointer?) -> SocketDriver? {
        context.map { Unmanaged<SocketDriver>.fromOpaque($0).takeUnretainedValue() }
    }

    func processTimeouts() {
        guard let due = nextDeadline, due <= .now else { return }
        nextDeadline = nil
        act(CURL_SOCKET_TIMEOUT, 0)
    }

    func act(on event: SocketWatch.Event) {
        act(event.socket, (event.readable ? CURL_CSELECT_IN : 0) | (event.writable ? CURL_CSELECT_OUT : 0))
    }

    private func act(_ socket: curl_socket_t, _ mask: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, mask, &running)
    }
}
