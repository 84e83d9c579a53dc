import CCurl
import COpenSSL
import Platform

import struct Foundation.Date

/// A request in progress with the facts that libcurl's callbacks record, on the thread of its event loop.
final class Transfer {
    let id: UInt64
    let request: Request
    let connection: Connection
    let continuation: CheckedContinuation<Exchange?, Never>

    var exchange: Exchange
    /// The handle while libcurl performs the transfer.
    var handle: EasyHandle?
    var collector: HeaderCollector
    private(set) var recorder: HandshakeRecorder?
    private(set) var serverTLSStarted = false
    private(set) var bodyCapped = false
    /// Whether libcurl tried to open another connection because the existing one was closed.
    private(set) var neededNewConnection = false

    private let settings: TransportSettings
    private let store: CertificateStore
    private let knownCertificates: KnownCertificates
    private let start = ContinuousClock.now
    /// Whether the transfer is the first one over its connection.
    let isFirst: Bool
    /// The socket of a new connection, until libcurl has received it.
    private var socket: Int32?
    private var proxyTLSStarted = false
    private var body: [UInt8] = []
    private var receivedBodyBytes = 0
    /// The limit that the server exceeded, in words; `nil` if none.
    private(set) var exceededLimit: String?
    /// The number of bytes that the TLS connection had received before this transfer.
    private var earlierTLSBytes: Int?
    /// The number of calls of ``isWithinLimits(downloaded:)``.
    private var stepCount = 0

    init(
        id: UInt64, request: Request, connection: Connection, settings: TransportSettings, store: CertificateStore,
        known: KnownCertificates, continuation: CheckedContinuation<Exchange?, Never>
    ) {
        self.id = id
        self.request = request
        self.connection = connection
        self.settings = settings
        self.store = store
        self.knownCertificates = known
        self.continuation = continuation
        socket = connection.takeSocket()
        isFirst = socket != nil
        collector = HeaderCollector(maxBytes: settings.maxHeaderBytes, maxFields: settings.maxHeaderFields)
        exchange = connection.route.exchange()
        exchange.url = request.url.description
        if !isFirst {
            // The route was found for an earlier exchange.
            exchange.startedAt = Date()
            exchange.timings.dnsMs = nil
        }
    }

    deinit { if let socket { close(socket) } }

    var proxy: ProxyURL? { connection.route.plan.proxy }

    /// The names to add to libcurl's cache, so that libcurl never resolves a name itself: the address guard would not
    /// have checked the resulting address, and no slot would be claimed for it.
    private(set) lazy var names: [NameEntry] = {
        let url = request.url
        let peer = NameEntry(
            host: proxy?.host ?? url.host, port: proxy?.port ?? url.port, addresses: [connection.address])
        guard let proxy, proxy.requiresAddress else { return [peer] }
        return [peer, NameEntry(host: url.host, port: url.port, addresses: connection.route.targetAddresses)]
    }()

    /// The duration of the exchange so far in milliseconds, without the time spent waiting for a slot.
    var elapsedMs: Double {
        let transferMs = (ContinuousClock.now - start).milliseconds
        guard isFirst else { return transferMs }
        return (connection.route.dnsMs ?? 0) + connection.connectTime.milliseconds + transferMs
    }

    /// Configures `handle`, which must be new or reset, for the transfer.
    func configure(_ handle: EasyHandle, nameChanges: [String]) {
        self.handle = handle
        // The context of the callbacks; `CURLOPT_PRIVATE` leads from a handle to its transfer.
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [
            CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA, CURLOPT_OPENSOCKETDATA,
            CURLOPT_SSL_CTX_DATA,
        ] {
            handle.set(option, pointer: context)
        }
        handle.set(CURLOPT_URL, request.url.description)
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_PATH_AS_IS, 1)
        handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        handle.set(CURLOPT_HTTP09_ALLOWED, 0)
        handle.set(CURLOPT_ACCEPT_ENCODING, LibraryVersions.current.acceptEncoding)
        handle.set(CURLOPT_USERAGENT, request.userAgent ?? settings.userAgent)
        let fields = (request.sendsUserHeaders ? settings.userHeaders : []) + request.headerFields
        handle.set(CURLOPT_HTTPHEADER, list: fields.map { "\($0.name): \($0.value)" })
        if let body = request.body { handle.setBody(body) }
        // Saves memory (measured): by default, libcurl allocates a 64 KiB upload buffer for each transfer, and caches
        // TLS sessions for hosts that are not contacted again.
        handle.set(CURLOPT_BUFFERSIZE, 16 * 1024)
        handle.set(CURLOPT_UPLOAD_BUFFERSIZE, 16 * 1024)
        handle.set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        handle.set(CURLOPT_FORBID_REUSE, request.keepsConnection ? 0 : 1)
        configureTLS(handle)
        configureConnection(handle, nameChanges: nameChanges)
        handle.set(CURLOPT_TIMEOUT_MS, request.timeout.wholeMilliseconds)
        _ = aasa_curl_easy_setopt_data_callback(handle.pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.from(context)?.receiveHeader(bytes, size * count) ?? 0
        }
        _ = aasa_curl_easy_setopt_data_callback(handle.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.from(context)?.receiveBody(bytes, size * count) ?? 0
        }
        handle.set(CURLOPT_NOPROGRESS, 0)
        _ = aasa_curl_easy_setopt_progress_callback(handle.pointer) { context, _, downloaded, _, _ in
            Transfer.from(context)?.isWithinLimits(downloaded: Int(downloaded)) == true ? 0 : 1
        }
    }

    private func configureConnection(_ handle: EasyHandle, nameChanges: [String]) {
        // The first request must use the new connection even if libcurl has an older one to the same host: an HTTP/2
        // connection that did not respond would probably fail again.
        handle.set(CURLOPT_FRESH_CONNECT, isFirst ? 1 : 0)
        _ = aasa_curl_easy_setopt_opensocket_callback(handle.pointer) { context, _, _ in
            Transfer.from(context)?.passSocketToLibcurl() ?? aasa_curl_socket_bad
        }
        if LibraryVersions.current.acceptsConnectedSockets {
            _ = aasa_curl_easy_setopt_connected_sockopt_callback(handle.pointer)
        }
        // TCP is already connected, but libcurl's limit includes the TLS handshake, which may take all remaining time.
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, request.timeout.wholeMilliseconds)
        // One hour, which is longer than any transfer.
        handle.set(CURLOPT_DNS_CACHE_TIMEOUT, 3_600)
        handle.set(CURLOPT_RESOLVE, list: nameChanges)
        handle.set(CURLOPT_PROXY, proxy?.text ?? "")
        handle.set(CURLOPT_NOPROXY, "")
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func passSocketToLibcurl() -> curl_socket_t {
        guard let socket else {
            neededNewConnection = true
            return aasa_curl_socket_bad
        }
        self.socket = nil
        return socket
    }

    private func configureTLS(_ handle: EasyHandle) {
        // Without a CA bundle, libcurl loads no certificates; the TLS callback installs the shared store instead.
        for option in [CURLOPT_CAINFO, CURLOPT_CAPATH, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH] {
            handle.set(option, nil)
        }
        handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if !request.verifiesCertificate {
            handle.set(CURLOPT_SSL_VERIFYPEER, 0)
            handle.set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        _ = aasa_curl_easy_setopt_ssl_ctx_callback(handle.pointer) { handle, context, transfer in
            guard let context, let transfer = Transfer.from(transfer) else { return CURLE_ABORTED_BY_CALLBACK }
            return transfer.startTLS(OpaquePointer(context)) ? CURLE_OK : CURLE_ABORTED_BY_CALLBACK
        }
    }

    /// Returns the transfer of a callback, which the loop keeps alive until libcurl has released it.
    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func startTLS(_ context: OpaquePointer) -> Bool {
        if proxy?.isEncrypted == true, !proxyTLSStarted {
            // The proxy's certificate is verified but not recorded, because it is unrelated to the domain.
            proxyTLSStarted = true
            SSL_CTX_set1_cert_store(context, store.pointer)
            return true
        }
        let recorder = HandshakeRecorder(
            host: request.url.host, known: knownCertificates, enforcesVerification: request.verifiesCertificate)
        self.recorder = recorder
        serverTLSStarted = true
        return recorder.install(on: context, store: store)
    }

    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes else { return count }
        // If an earlier transfer opened the connection, this is the first access to its recorder.
        if collector.status == nil, request.url.scheme == "https", let ssl = handle?.ssl,
            let connectionRecorder = HandshakeRecorder.of(ssl)
        {
            connectionRecorder.recordCompletion(of: ssl)
            recorder = connectionRecorder
        }
        return collector.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes else { return count }
        receivedBodyBytes += count
        // The rest of a page is read, but not kept, so that the connection can be reused.
        let maxKeptBytes = collector.status == 200 ? settings.maxBodyBytes : settings.maxPageBytes
        let keptCount = max(0, min(maxKeptBytes - body.count, count))
        bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            body.append(contentsOf: UnsafeBufferPointer(start: $0, count: keptCount))
        }
        guard receivedBodyBytes > settings.maxBodyBytes else { return count }
        bodyCapped = true
        return 0
    }

    /// Counts received bytes and steps, and returns whether they are within limits; called after each step of libcurl.
    ///
    /// The other limits do not count bytes that produce no output: empty blocks of a compressed body, chunk extensions,
    /// HTTP/2 frames, and TLS messages that carry no data of the response. Nor do they count a proxy's response to
    /// CONNECT, of which libcurl reads one byte in each step, so the number of steps is limited, too.
    private func isWithinLimits(downloaded: Int) -> Bool {
        let ssl = handle?.ssl
        let tlsBytes = ssl.map(HandshakeLimits.bytesReceived) ?? 0
        let earlierTLSBytes = earlierTLSBytes ?? tlsBytes
        self.earlierTLSBytes = earlierTLSBytes
        stepCount += 1
        let maxBytes = 4 * settings.maxBodyBytes
        if max(downloaded, tlsBytes - earlierTLSBytes) > maxBytes {
            exceededLimit = "the server sent more than \(maxBytes) bytes"
        } else if (recorder ?? HandshakeRecorder.of(ssl))?.receivedMessageCount ?? 0 > HandshakeLimits.maxMessages {
            exceededLimit = "the server sent more than \(HandshakeLimits.maxMessages) messages of the TLS handshake"
        } else if stepCount > settings.maxHeaderBytes {
            exceededLimit = "the server sent its response in more than \(settings.maxHeaderBytes) parts"
        }
        return exceededLimit == nil
    }

    func recordResult(_ code: CURLcode) {
        guard let handle else { return }
        exchange.address = proxy == nil ? connection.address.description : nil
        exchange.connectionReused = collector.status != nil && !isFirst
        exchange.status = collector.status
        exchange.httpVersion = collector.status == nil ? nil : Self.httpVersions[handle.integer(CURLINFO_HTTP_VERSION)]
        exchange.headerFields = collector.fields
        exchange.body = body
        exchange.receivedBodyBytes = min(receivedBodyBytes, settings.maxBodyBytes)
        exchange.bodyCapped = bodyCapped
        exchange.wireBytes = handle.integer64(CURLINFO_SIZE_DOWNLOAD_T)
        exchange.tls = request.url.scheme == "https" ? recorder?.facts() : nil
        readTimings(handle)
        exchange.failure = FailureClassifier(transfer: self, handle: handle, code: code).failure
        if exchange.status != nil, exchange.failure == nil, body.count == receivedBodyBytes, !body.isEmpty {
            exchange.bodySHA256 = SHA256.hexadecimal(body)
        }
    }

    private func readTimings(_ handle: EasyHandle) {
        func milliseconds(_ info: CURLINFO) -> Double { Double(handle.integer64(info)) / 1_000 }
        if isFirst {
            exchange.timings.connectMs = connection.connectTime.milliseconds
            let tlsEnd = milliseconds(CURLINFO_APPCONNECT_TIME_T)
            if tlsEnd > 0 { exchange.timings.tlsMs = max(0, tlsEnd - milliseconds(CURLINFO_CONNECT_TIME_T)) }
        }
        let firstByte = milliseconds(CURLINFO_STARTTRANSFER_TIME_T)
        if firstByte > 0, collector.status != nil {
            exchange.timings.firstByteMs = max(0, firstByte - milliseconds(CURLINFO_PRETRANSFER_TIME_T))
        }
    }

    private static let httpVersions = [
        Int(CURL_HTTP_VERSION_1_0): "1.0", Int(CURL_HTTP_VERSION_1_1): "1.1", Int(CURL_HTTP_VERSION_2_0): "2",
        Int(CURL_HTTP_VERSION_3): "3",
    ]
}

extension Duration {
    /// The duration in milliseconds, rounded up, and at least 1, because libcurl interprets 0 as no limit.
    var wholeMilliseconds: Int { max(1, Int((self / .milliseconds(1)).rounded(.up))) }
    package var milliseconds: Double { self / .milliseconds(1) }
}
