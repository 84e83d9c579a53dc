import CCurl

/// The transfers of one event loop: a libcurl multi handle, and what goes on in it.
final class TransferTable {
    private let settings: TransportSettings
    private let store: CertificateStore
    private let certificates = KnownCertificates()
    private let multi: UnsafeMutableRawPointer
    private let driver: SocketDriver
    /// Outlives the multi handle, which closes its connections at the end.
    private let sockets = OpenSockets()
    private var transfers: [UInt64: Transfer] = [:]
    private var idleHandles: [EasyHandle] = []
    private var cachedNames = CachedNames()

    init(settings: TransportSettings, store: CertificateStore, watch: SocketWatch) throws(TransportError) {
        guard let multi = curl_multi_init() else { throw .library("libcurl could not make a multi handle") }
        // How many transfers there are at once is decided by the caller: libcurl's own queues count waiting as time. Idle
        // connections wait for the next request to the same host, and never for long; to close one because there are many
        // would cost its domain another handshake.
        _ = aasa_curl_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, settings.connectionLimit)
        self.settings = settings
        self.store = store
        self.multi = multi
        driver = SocketDriver(multi: multi, watch: watch)
    }

    deinit { curl_multi_cleanup(multi) }

    /// Begins a transfer over `connection`, or over what an earlier transfer has made of it.
    func start(
        _ id: UInt64, _ request: Request, _ connection: Connection,
        _ continuation: CheckedContinuation<Exchange?, Never>
    ) {
        guard let url = AbsoluteURL(request.url), url.isSameOrigin(as: connection.route.url) else {
            return continuation.resume(
                returning: .failed(request.url, .internalError, "not a URL of the server that is connected"))
        }
        let transfer = Transfer(
            id: id, request: request, url: url, connection: connection, settings: settings, store: store,
            known: certificates, continuation: continuation)
        transfers[id] = transfer
        guard let handle = idleHandles.popLast() ?? EasyHandle() else {
            transfer.exchange.failure = ExchangeFailure(
                kind: .internalError, phase: .connect, detail: "libcurl could not make a handle")
            return complete(transfer)
        }
        transfer.configure(handle, resolve: cachedNames.changes(using: transfer.names))
        sockets.watch(handle)
        if transfer.isFirst, let socket = connection.usedSocket { sockets.add(socket, of: connection) }
        let code = curl_multi_add_handle(multi, handle.pointer)
        guard code == CURLM_OK else {
            transfer.exchange.failure = ExchangeFailure(
                kind: .internalError, phase: .connect, detail: String(cString: curl_multi_strerror(code)))
            detach(transfer)
            return complete(transfer)
        }
    }

    /// Ends a transfer at once.
    func cancel(_ id: UInt64) {
        guard let transfer = transfers[id] else { return }
        detach(transfer)
        transfer.exchange.failure = ExchangeFailure(kind: .cancelled, phase: .connect, detail: "cancelled")
        complete(transfer)
    }

    /// Closes a connection that waits for another request.
    func close(_ connection: Connection) { sockets.shutDown(connection) }

    /// Ends all transfers.
    func close() {
        for id in Array(transfers.keys) { cancel(id) }
    }

    /// When ``actOnTime()`` has something to do; `nil` for never.
    var nextDeadline: ContinuousClock.Instant? { driver.nextDeadline }

    /// Lets libcurl do what is due, and ends the transfers that it has done.
    func actOnTime() {
        driver.actOnTime()
        collectFinished()
    }

    /// Lets libcurl read and write the socket of `event`.
    func act(on event: SocketWatch.Event) { driver.act(on: event) }

    private func collectFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let code = CurlCode(aasa_curl_message_result(message))
            var context: UnsafeMutableRawPointer?
            guard aasa_curl_easy_getinfo_pointer(easy, CURLINFO_PRIVATE, &context) == CURLE_OK,
                let transfer = Transfer.from(context)
            else { continue }
            transfer.finish(code)
            detach(transfer)
            complete(transfer)
        }
    }

    /// Takes the transfer's handle away from libcurl; from here on no callback comes.
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
        transfer.exchange.timings.totalMs = transfer.spentMs
        transfer.continuation.resume(returning: transfer.lacksConnection ? nil : transfer.exchange)
    }
}
