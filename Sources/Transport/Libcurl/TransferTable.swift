import CCurl
import HeapModule
import Platform

/// The transfers of one event loop, and the libcurl multi handle that performs them.
final class TransferTable {
    /// The time after the end of a request's time limit in which libcurl can report the timeout itself.
    private static let gracePeriod: Duration = .milliseconds(250)

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
        _ = aasa_curl_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, settings.maxIdleConnections)
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
        deadlines.insert(Deadline(due: .now + request.timeout + Self.gracePeriod, id: id))
        guard let handle = idleHandles.popLast() ?? EasyHandle() else {
            return fail(transfer, .internalError, "libcurl could not make a handle")
        }
        transfer.configure(handle, nameChanges: cachedNames.changes(using: transfer.names))
        sockets.observeClosing(by: handle)
        if transfer.isFirst, let socket = connection.takenSocket { sockets.add(socket, of: connection) }
        let code = curl_multi_add_handle(multi, handle.pointer)
        if code != CURLM_OK { fail(transfer, .internalError, String(cString: curl_multi_strerror(code))) }
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

    func close() { for id in Array(transfers.keys) { cancel(id) } }

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
        var remainingCount: Int32 = 0
        while let message = curl_multi_info_read(multi, &remainingCount) {
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
        transfer.recordResult(code)
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

    /// Makes `handle` report the sockets that it closes.
    func observeClosing(by handle: EasyHandle) {
        _ = aasa_curl_easy_setopt_closesocket_callback(handle.pointer) { context, socket in
            if let context { Unmanaged<OpenSockets>.fromOpaque(context).takeUnretainedValue().owners[socket] = nil }
            return close(socket)
        }
        handle.set(CURLOPT_CLOSESOCKETDATA, pointer: Unmanaged.passUnretained(self).toOpaque())
    }
}
