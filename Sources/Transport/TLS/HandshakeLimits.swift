import COpenSSL

/// Limits the time of a single OpenSSL call regardless of what a server sends, because the event loop is blocked
/// meanwhile.
enum HandshakeLimits {
    /// The maximum number of handshake messages that a connection may receive, including those after the handshake.
    ///
    /// Seven are usual. Each message can make OpenSSL compute new keys.
    static let maxMessages = 100
    /// The groups that are offered for key exchange: the elliptic curves of OpenSSL 3.0.
    private static let groups = "X25519:P-256:X448:P-521:P-384"
    /// The cipher suites that are offered for TLS 1.2: OpenSSL's without Diffie-Hellman over a prime.
    ///
    /// The server selects the prime, and a key exchange with a prime of 10,000 bits takes half a second. Apple's
    /// clients do not offer it either (the hellos of iOS 9 and iOS 10.2 in Apple Developer Forums 18625 and 208191).
    private static let ciphers = "DEFAULT:!kDHE"
    /// The maximum length of a server's certificate list, in bytes; decoding a list of this length takes up to 50
    /// milliseconds.
    private static let maxCertificateList = 64 * 1024

    /// Installs the limits on `context`; returns false if OpenSSL fails.
    static func install(on context: OpaquePointer) -> Bool {
        _ = aasa_SSL_CTX_set_max_cert_list(context, maxCertificateList)
        SSL_CTX_set_msg_callback(context) { isSent, _, kind, bytes, _, ssl, _ in
            guard kind == SSL3_RT_HANDSHAKE, let bytes, let ssl else { return }
            if isSent == 0 { HandshakeRecorder.of(ssl)?.messagesReceived += 1 }
            // Before the ClientHello, the connection does not have a BIO to read from.
            if isSent != 0, Int32(bytes.load(as: UInt8.self)) == SSL3_MT_CLIENT_HELLO {
                aasa_SSL_interrupt_reading(ssl)
            }
        }
        return aasa_SSL_CTX_set_groups(context, groups) == 1 && SSL_CTX_set_cipher_list(context, ciphers) == 1
    }

    static func bytesReceived(_ ssl: OpaquePointer) -> Int { Int(clamping: BIO_number_read(SSL_get_rbio(ssl))) }
}
