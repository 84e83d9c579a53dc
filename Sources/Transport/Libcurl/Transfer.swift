import CCurl

import struct Foundation.Date

/// One request on its way: its callbacks, and what they saw.
///
/// Lives on the thread of one event loop.
final class Transfer {
    let id: UInt64
    let request: Request
    let url: AbsoluteURL
    let begun: ContinuousClock.Instant
    let continuation: CheckedContinuation<Exchange, Never>
    let proxy: String?

    var exchange: Exchange
    var handle: EasyHandle?
    /// What it put into libcurl's cache of names.
    var cachedName: NameEntry?
    var collector: HeaderCollector
    private(set) var recorder: HandshakeRecorder?
    private(set) var tlsStarted = false
    private(set) var connected = false
    private(set) var bodyCapped = false

    private let settings: TransportSettings
    private let store: CertificateStore
    private let known: KnownCertificates
    private var body: [UInt8] = []

    init(
        id: UInt64, request: Request, url: AbsoluteURL, proxy: String?, settings: TransportSettings,
        store: CertificateStore, known: KnownCertificates, begun: ContinuousClock.Instant,
        continuation: CheckedContinuation<Exchange, Never>
    ) {
        self.id = id
        self.request = request
        self.url = url
        self.proxy = proxy
        self.settings = settings
        self.store = store
        self.known = known
        self.begun = begun
        self.continuation = continuation
        collector = HeaderCollector(bytesLimit: settings.headerBytesLimit, fieldsLimit: settings.headerFieldsLimit)
        exchange = Exchange(url: request.url, startedAt: Date())
        exchange.throughProxy = proxy != nil
    }

    /// Whether there are addresses of IPv4 and of IPv6 to connect to.
    private var hasBothFamilies: Bool {
        guard let first = exchange.addresses.first else { return true }
        return exchange.addresses.contains { $0.contains(":") != first.contains(":") }
    }

    /// Sets everything that the transfer needs on `handle`, which is new or was reset.
    func configure(_ handle: EasyHandle, resolve entries: [String], connectTo: [String], timeLeft: Duration) {
        self.handle = handle
        let me = Unmanaged.passUnretained(self).toOpaque()
        handle.set(CURLOPT_PRIVATE, pointer: me)
        handle.set(CURLOPT_URL, url.description)
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_PATH_AS_IS, 1)
        handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        handle.set(CURLOPT_HTTP09_ALLOWED, 0)
        handle.set(CURLOPT_ACCEPT_ENCODING, LibraryVersions.current.acceptEncoding)
        handle.set(CURLOPT_USERAGENT, settings.userAgent)
        let fields = (request.sendsUserHeaders ? settings.userHeaders : []) + (request.payload?.headerFields ?? [])
        handle.set(CURLOPT_HTTPHEADER, list: fields.map { "\($0.name): \($0.value)" })
        if let payload = request.payload { handle.setBody(payload.bytes) }
        // Measured: libcurl gives every transfer a 64 KiB upload buffer and keeps TLS sessions of hosts never seen again.
        handle.set(CURLOPT_BUFFERSIZE, 16 * 1024)
        handle.set(CURLOPT_UPLOAD_BUFFERSIZE, 16 * 1024)
        handle.set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        handle.set(CURLOPT_FORBID_REUSE, request.keepsConnection ? 0 : 1)
        configureTLS(handle, me)
        configureNames(handle, resolve: entries, connectTo: connectTo)
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.wholeMilliseconds)
        if !hasBothFamilies {
            // Nothing to try at the side: a timer that runs out for many transfers at once would only hold up the loop.
            handle.set(CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, settings.connectTimeout.wholeMilliseconds)
        }
        handle.set(CURLOPT_TIMEOUT_MS, timeLeft.wholeMilliseconds)
        _ = aasa_curl_easy_setopt_data_callback(handle.pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.from(context)?.receiveHeader(bytes, size * count) ?? 0
        }
        handle.set(CURLOPT_HEADERDATA, pointer: me)
        _ = aasa_curl_easy_setopt_data_callback(handle.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.from(context)?.receiveBody(bytes, size * count) ?? 0
        }
        handle.set(CURLOPT_WRITEDATA, pointer: me)
        _ = aasa_curl_easy_setopt_prereq_callback(handle.pointer) { context, _, _, _, _ in
            Transfer.from(context)?.connected = true
            return 0  // CURL_PREREQFUNC_OK
        }
        handle.set(CURLOPT_PREREQDATA, pointer: me)
    }

    private func configureTLS(_ handle: EasyHandle, _ me: UnsafeMutableRawPointer) {
        // Without a bundle of its own libcurl loads nothing: the callback installs the shared store.
        handle.set(CURLOPT_CAINFO, nil)
        handle.set(CURLOPT_CAPATH, nil)
        handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        _ = aasa_curl_easy_setopt_ssl_ctx_callback(handle.pointer) { handle, context, transfer in
            guard let context, let transfer = Transfer.from(transfer) else { return CURLE_ABORTED_BY_CALLBACK }
            return transfer.startTLS(OpaquePointer(context)) ? CURLE_OK : CURLE_ABORTED_BY_CALLBACK
        }
        handle.set(CURLOPT_SSL_CTX_DATA, pointer: me)
    }

    private func configureNames(_ handle: EasyHandle, resolve entries: [String], connectTo: [String]) {
        // Longer than any transfer lasts: when a connection that was used before turns out to be dead, libcurl connects
        // anew, and must not look for addresses of its own, which nobody has judged.
        handle.set(CURLOPT_DNS_CACHE_TIMEOUT, 3_600)
        handle.set(CURLOPT_RESOLVE, list: entries)
        handle.set(CURLOPT_CONNECT_TO, list: connectTo)
        handle.set(CURLOPT_PROXY, proxy ?? "")
        handle.set(CURLOPT_NOPROXY, "")
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    /// The transfer that libcurl's `context` stands for; the loop keeps it alive until libcurl has let go of it.
    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func startTLS(_ context: OpaquePointer) -> Bool {
        let recorder = HandshakeRecorder(host: url.host, known: known)
        self.recorder = recorder
        tlsStarted = true
        connected = true
        // The connection stands: from here on the time for everything holds, not the one for connecting.
        handle?.set(CURLOPT_CONNECTTIMEOUT_MS, request.timeout.wholeMilliseconds)
        return recorder.install(on: context, store: store)
    }

    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes else { return count }
        if collector.status == nil, url.scheme == "https" { noteConnection() }
        return collector.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    /// Finds the recorder of the connection, which an earlier transfer may have opened.
    private func noteConnection() {
        guard let ssl = handle?.ssl(), let found = HandshakeRecorder.of(ssl) else { return }
        found.completed(ssl)
        recorder = found
    }

    private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes else { return count }
        let room = settings.bodyLimit - body.count
        let taken = min(room, count)
        bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            body.append(contentsOf: UnsafeBufferPointer(start: $0, count: taken))
        }
        guard taken < count else { return count }
        bodyCapped = true
        return 0
    }

    /// Writes down what libcurl knows at the end of the transfer.
    func finish(_ code: CurlCode) {
        guard let handle else { return }
        exchange.address = proxy == nil ? handle.string(CURLINFO_PRIMARY_IP) : nil
        exchange.connectionReused = collector.status != nil && handle.integer(CURLINFO_NUM_CONNECTS) == 0
        exchange.status = collector.status
        exchange.httpVersion = collector.status == nil ? nil : Self.versionName(handle.integer(CURLINFO_HTTP_VERSION))
        exchange.headerFields = collector.fields
        exchange.body = body
        exchange.bodyCapped = bodyCapped
        exchange.wireBytes = handle.offset(CURLINFO_SIZE_DOWNLOAD_T)
        exchange.tls = url.scheme == "https" ? recorder?.facts() : nil
        readTimings(handle)
        exchange.failure = FailureClassifier(transfer: self, handle: handle).failure(code)
        if exchange.status != nil, exchange.failure == nil, !bodyCapped, !body.isEmpty {
            exchange.bodySHA256 = SHA256.hexadecimal(body)
        }
    }

    private func readTimings(_ handle: EasyHandle) {
        func milliseconds(_ info: CURLINFO) -> Double { Double(handle.offset(info)) / 1_000 }
        let named = milliseconds(CURLINFO_NAMELOOKUP_TIME_T)
        let connected = milliseconds(CURLINFO_CONNECT_TIME_T)
        let secured = milliseconds(CURLINFO_APPCONNECT_TIME_T)
        let sent = milliseconds(CURLINFO_PRETRANSFER_TIME_T)
        let answered = milliseconds(CURLINFO_STARTTRANSFER_TIME_T)
        if !exchange.connectionReused {
            if connected > 0 { exchange.timings.connectMs = max(0, connected - named) }
            if secured > 0 { exchange.timings.tlsMs = max(0, secured - connected) }
        }
        if answered > 0, collector.status != nil { exchange.timings.firstByteMs = max(0, answered - sent) }
    }

    private static func versionName(_ version: Int) -> String? {
        switch version {
        case Int(CURL_HTTP_VERSION_1_0): "1.0"
        case Int(CURL_HTTP_VERSION_1_1): "1.1"
        case Int(CURL_HTTP_VERSION_2_0): "2"
        case Int(CURL_HTTP_VERSION_3): "3"
        default: nil
        }
    }
}

extension Duration {
    /// Milliseconds, rounded up, at least 1: libcurl reads 0 as "no limit".
    var wholeMilliseconds: Int { max(1, Int((self / .milliseconds(1)).rounded(.up))) }
    /// Milliseconds with fractions.
    package var milliseconds: Double { self / .milliseconds(1) }
}
