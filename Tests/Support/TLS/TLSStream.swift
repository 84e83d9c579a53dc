import COpenSSL

/// The server's side of one TLS connection, in memory buffers, so that its bytes can be cut, delayed and corrupted.
///
/// Used on the thread that serves the connection.
final class TLSStream {
    private let socket: SocketStream
    private let context: TLSContext
    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer

    /// Creates a stream; `received` contains the bytes that were already read.
    init(_ socket: SocketStream, _ context: TLSContext, received: [UInt8]) throws {
        self.socket = socket
        self.context = context
        ssl = try check(SSL_new(context.pointer), "a TLS connection")
        guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            throw SupportError("OpenSSL: no buffer: \(drainOpenSSLErrors())")
        }
        (self.incoming, self.outgoing) = (incoming, outgoing)
        SSL_set_bio(ssl, incoming, outgoing)
        SSL_set_accept_state(ssl)
        BIO_write(incoming, received, Int32(received.count))
    }

    deinit {
        SSL_free(ssl)
    }

    /// The negotiated version, as OpenSSL names it.
    var version: String { String(cString: SSL_get_version(ssl)) }

    /// Whether the client resumed an earlier session.
    var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// Performs the handshake.
    func handshake() throws {
        _ = try drive { SSL_do_handshake(ssl) }
    }

    /// Returns the server's first response to the client's hello without sending it.
    func firstFlight() -> [UInt8] {
        ERR_clear_error()
        SSL_do_handshake(ssl)
        ERR_clear_error()
        return takeOutgoing()
    }

    /// Waits for bytes; returns an empty array if the client has announced that it sends no more.
    func receive() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        do {
            let count = try buffer.withUnsafeMutableBytes { bytes in
                try drive { SSL_read(ssl, bytes.baseAddress, Int32(bytes.count)) }
            }
            return Array(buffer.prefix(Int(count)))
        } catch StreamEnd.closed {
            return []
        }
    }

    /// Encrypts and sends everything.
    func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(16_384)
            let count = try piece.withUnsafeBytes { raw in
                try drive { SSL_write(ssl, raw.baseAddress, Int32(raw.count)) }
            }
            rest = rest.dropFirst(Int(count))
        }
    }

    /// Sends a hundred key update messages of TLS 1.3.
    func sendKeyUpdates() throws {
        for _ in 0..<100 {
            SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
            SSL_do_handshake(ssl)
        }
        try flush()
    }

    /// Sends `close_notify`.
    func sayGoodbye() {
        ERR_clear_error()
        SSL_shutdown(ssl)
        ERR_clear_error()
        try? flush()
    }

    /// Runs an operation of OpenSSL until it succeeds, transferring bytes between its buffers and the socket.
    private func drive(_ operation: () -> Int32) throws -> Int32 {
        while true {
            ERR_clear_error()
            let result = operation()
            let reason = SSL_get_error(ssl, result)
            let words = reason == SSL_ERROR_SSL ? drainOpenSSLErrors() : ""
            // Also after a failure, because an alert may be pending.
            try flush()
            switch reason {
            case SSL_ERROR_NONE: return result
            case SSL_ERROR_WANT_READ:
                let bytes = try socket.receive()
                if bytes.isEmpty { throw StreamEnd.closed }
                BIO_write(incoming, bytes, Int32(bytes.count))
            case SSL_ERROR_ZERO_RETURN: throw StreamEnd.closed
            default: throw StreamEnd.tls(words)
            }
        }
    }

    private func flush() throws {
        let bytes = takeOutgoing()
        if !bytes.isEmpty { try socket.send(bytes) }
    }

    private func takeOutgoing() -> [UInt8] {
        let pending = BIO_ctrl_pending(outgoing)
        guard pending > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: pending) { buffer, count in
            count = Int(max(BIO_read(outgoing, buffer.baseAddress, Int32(buffer.count)), 0))
        }
    }
}
