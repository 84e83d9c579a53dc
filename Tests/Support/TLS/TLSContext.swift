import COpenSSL

/// A server's TLS configuration: identity and policy, used by many connections at once.
// @unchecked: the SSL_CTX is configured in `init` alone; afterwards OpenSSL guards what connections share in it.
final class TLSContext: @unchecked Sendable {
    /// The data for OpenSSL's callbacks.
    ///
    /// The callbacks can outlive this object, but not the last connection of the SSL_CTX, which is freed before the
    /// connection's thread releases the context.
    private final class CallbackFacts: Sendable {
        let staple: [UInt8]?
        let applicationProtocol: [UInt8]

        init(staple: [UInt8]?, applicationProtocol: String) {
            self.staple = staple
            self.applicationProtocol = Array(applicationProtocol.utf8)
        }
    }

    let pointer: OpaquePointer
    private let facts: CallbackFacts

    init(_ identity: ServerIdentity, _ policy: TLSPolicy) throws {
        pointer = try check(SSL_CTX_new(TLS_server_method()), "a TLS context")
        facts = CallbackFacts(staple: identity.staple, applicationProtocol: policy.applicationProtocol)
        do {
            try configure(identity, policy)
        } catch {
            SSL_CTX_free(pointer)
            throw error
        }
    }

    deinit {
        SSL_CTX_free(pointer)
    }

    private func configure(_ identity: ServerIdentity, _ policy: TLSPolicy) throws {
        // The server must allow everything that clients must refuse: short keys, SHA-1, TLS 1.1.
        SSL_CTX_set_security_level(pointer, 0)
        try check(aasa_SSL_CTX_set_min_version(pointer, policy.oldest.number), "the oldest TLS version")
        try check(aasa_SSL_CTX_set_max_version(pointer, policy.newest.number), "the newest TLS version")
        if let ciphers = policy.ciphers {
            try check(SSL_CTX_set_cipher_list(pointer, ciphers), "cipher list \(ciphers)")
        }
        if let group = policy.group { try check(aasa_SSL_CTX_set_groups(pointer, group), "group \(group)") }
        aasa_SSL_CTX_set_server_options(pointer)
        try check(SSL_CTX_use_certificate(pointer, identity.leaf.pointer), "the server's certificate")
        try check(SSL_CTX_use_PrivateKey(pointer, identity.key.pointer), "the server's key")
        for certificate in identity.sentAlong {
            try check(aasa_SSL_CTX_add1_chain_cert(pointer, certificate.pointer), "a certificate of the chain")
        }
        let sessionContext = Array("aasa-audit tests".utf8)
        try check(
            SSL_CTX_set_session_id_context(pointer, sessionContext, UInt32(sessionContext.count)), "a session context")
        switch policy.clientCertificate {
        case .notRequested: break
        // Any client certificate is accepted: only the request matters here.
        case .requested: SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER) { _, _ in 1 }
        case .demanded:
            SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT) { _, _ in 1 }
        }
        setCallbacks()
    }

    private func setCallbacks() {
        let argument = Unmanaged.passUnretained(facts).toOpaque()
        if facts.staple != nil {
            aasa_SSL_CTX_set_status_callback(
                pointer,
                { ssl, argument in
                    guard let argument,
                        let staple = Unmanaged<CallbackFacts>.fromOpaque(argument).takeUnretainedValue().staple,
                        let copy = aasa_OPENSSL_malloc(max(staple.count, 1))
                    else { return SSL_TLSEXT_ERR_NOACK }
                    copy.copyMemory(from: staple, byteCount: staple.count)
                    // OpenSSL frees the copy.
                    _ = aasa_SSL_set_stapled_ocsp(ssl, copy.assumingMemoryBound(to: UInt8.self), staple.count)
                    return SSL_TLSEXT_ERR_OK
                }, argument)
        }
        SSL_CTX_set_alpn_select_cb(
            pointer,
            { _, chosen, chosenCount, offered, offeredCount, argument in
                guard let argument, let offered, let chosen, let chosenCount else { return SSL_TLSEXT_ERR_NOACK }
                let wanted = Unmanaged<CallbackFacts>.fromOpaque(argument).takeUnretainedValue().applicationProtocol
                var start = 0
                while start < offeredCount {
                    let count = Int(offered[start])
                    if UnsafeBufferPointer(start: offered + start + 1, count: count).elementsEqual(wanted) {
                        chosen.pointee = offered + start + 1
                        chosenCount.pointee = UInt8(count)
                        return SSL_TLSEXT_ERR_OK
                    }
                    start += 1 + count
                }
                return SSL_TLSEXT_ERR_NOACK
            }, argument)
    }
}
