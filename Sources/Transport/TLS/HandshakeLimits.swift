import COpenSSL

/// Limits the time of a single OpenSSL call regardless of what a server sends, because the event loop is blocked
/// meanwhile.
enum HandshakeLimits {
    /// The maximum length of a Diffie-Hellman prime, in bits; one of 10,000 bits would take half a second.
    static let maxPrimeBits = 4096
    /// The maximum number of handshake messages that a connection may receive, including those after the handshake.
    ///
    /// Seven are usual; each can require new keys.
    static let maxMessages = 100
    /// The groups that are offered for key exchange: those of OpenSSL 3.0 without its two longest primes.
    private static let groups = "X25519:P-256:X448:P-521:P-384:ffdhe2048:ffdhe3072:ffdhe4096"
    /// The maximum length of a server's certificate list, in bytes; decoding a list of this length takes up to 50
    /// milliseconds.
    private static let maxCertificateList = 64 * 1024

    /// Installs the limits on `context`; returns false if OpenSSL fails.
    static func install(on context: OpaquePointer) -> Bool {
        _ = aasa_SSL_CTX_set_max_cert_list(context, maxCertificateList)
        SSL_CTX_set_msg_callback(context) { isSent, _, kind, bytes, count, ssl, _ in
            guard kind == SSL3_RT_HANDSHAKE, let bytes, let ssl else { return }
            if isSent == 0 { HandshakeRecorder.of(ssl)?.messagesReceived += 1 }
            switch Int32(bytes.load(as: UInt8.self)) {
            // After the first message, the connection has a BIO to read from.
            case SSL3_MT_CLIENT_HELLO where isSent != 0: aasa_SSL_interrupt_reading(ssl)
            case SSL3_MT_SERVER_KEY_EXCHANGE where isSent == 0: HandshakeLimits.checkPrime(bytes, count, ssl)
            default: break
            }
        }
        return aasa_SSL_CTX_set_groups(context, groups) == 1
    }

    /// The number of bytes that the connection `ssl` has received.
    static func bytesReceived(_ ssl: OpaquePointer) -> Int { Int(clamping: BIO_number_read(SSL_get_rbio(ssl))) }

    private static func checkPrime(_ message: UnsafeRawPointer, _ count: Int, _ ssl: OpaquePointer) {
        let bits = Int(aasa_SSL_refuse_prime(ssl, message, count, Int32(maxPrimeBits)))
        if bits > 0 { HandshakeRecorder.of(ssl)?.refusedPrimeBits = bits }
    }
}
