import COpenSSL

/// Records the events of one TLS handshake; with enforced verification, recording does not affect the outcome.
///
/// libcurl provides the `SSL_CTX` of every new connection (`CURLOPT_SSL_CTX_FUNCTION`), on which the recorder installs
/// the shared certificate store and OpenSSL's callbacks. The `SSL_CTX` keeps the recorder alive, because a callback
/// can occur after the transfer has ended. Everything runs on the thread of one event loop.
final class HandshakeRecorder {
    private let host: String
    private let knownCertificates: KnownCertificates
    private let enforcesVerification: Bool
    private var chain: [OpaquePointer] = []
    /// The facts so far; ``facts()`` adds the certificates and the results of verification.
    private(set) var recorded = TLSFacts()
    private var cachedFacts: TLSFacts?
    private var isHandshakeDone = false
    /// The number of received handshake messages, including those after the handshake.
    fileprivate(set) var receivedMessageCount = 0

    /// Creates a recorder; without enforced verification, a handshake continues if the certificate is not accepted.
    init(host: String, known: KnownCertificates, enforcesVerification: Bool = true) {
        self.host = host
        self.knownCertificates = known
        self.enforcesVerification = enforcesVerification
    }

    deinit { for certificate in chain { X509_free(certificate) } }

    /// Installs the store and the callbacks on `context`; returns false if OpenSSL fails.
    func install(on context: OpaquePointer, store: CertificateStore) -> Bool {
        guard Self.exDataIndex >= 0 else { return false }
        SSL_CTX_set1_cert_store(context, store.pointer)
        let retained = Unmanaged.passRetained(self)
        guard SSL_CTX_set_ex_data(context, Self.exDataIndex, retained.toOpaque()) == 1 else {
            retained.release()
            return false
        }
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { accepted, storeContext in
            if let storeContext { HandshakeRecorder.recordVerification(accepted: accepted != 0, storeContext) }
            return accepted
        }
        // Without enforcement, the first error ends the verification, but not the handshake: verifying the rest of a
        // chain that a server made up would cost one key operation for each certificate.
        SSL_CTX_set_cert_verify_callback(
            context,
            { storeContext, _ in
                guard let storeContext else { return 0 }
                let result = X509_verify_cert(storeContext)
                let recorder = HandshakeRecorder.of(HandshakeRecorder.ssl(of: storeContext))
                return recorder?.enforcesVerification == false ? 1 : result
            }, nil)
        SSL_CTX_set_client_cert_cb(context) { ssl, _, _ in
            HandshakeRecorder.of(ssl)?.recorded.clientCertificateRequested = true
            return 0  // none is offered
        }
        guard HandshakeLimits.install(on: context) else { return false }
        aasa_SSL_CTX_request_ocsp(context)
        aasa_SSL_CTX_set_status_callback(
            context,
            { ssl, _ in
                if let ssl { HandshakeRecorder.of(ssl)?.recorded.stapledStatus = StapledResponse.status(ssl) }
                return 1  // the handshake continues regardless of the stapled response
            }, nil)
        // A close without close_notify is accepted, because the lengths in HTTP show whether data is missing.
        aasa_SSL_CTX_set_client_options(context)
        return true
    }

    /// Returns the recorder that is installed on the context of `ssl`; `nil` if there is none.
    static func of(_ ssl: OpaquePointer?) -> HandshakeRecorder? {
        guard let ssl, let context = SSL_get_SSL_CTX(ssl), let data = SSL_CTX_get_ex_data(context, exDataIndex) else {
            return nil
        }
        return Unmanaged<HandshakeRecorder>.fromOpaque(data).takeUnretainedValue()
    }

    func recordCompletion(of ssl: OpaquePointer) {
        guard !isHandshakeDone else { return }
        isHandshakeDone = true
        recordParameters(of: ssl, cipher: SSL_get_current_cipher(ssl))
    }

    private func recordParameters(of ssl: OpaquePointer, cipher: OpaquePointer?) {
        recorded.version = String(cString: SSL_get_version(ssl))
        if let cipher { recorded.cipher = String(cString: SSL_CIPHER_get_name(cipher)) }
    }

    /// Returns the facts about the handshake; the certificates are read again only if the verification changed.
    func facts() -> TLSFacts {
        let verification = verification
        if let cachedFacts, cachedFacts.verification == verification { return cachedFacts }
        let nameMatches = chain.first.map { verification == .passed || CertificateReader.matches($0, host: host) }
        var facts = recorded
        facts.verification = verification
        facts.nameVerification = VerificationResult(passed: nameMatches)
        facts.chain = chain.map(knownCertificates.facts)
        cachedFacts = facts
        return facts
    }

    /// The result of verifying both the chain and the name; a failure if the handshake ended after the certificate.
    private var verification: VerificationResult {
        // libcurl completes a handshake with enforced verification only if both are accepted.
        if isHandshakeDone && enforcesVerification { return .passed }
        guard let leaf = chain.first else { return .notMade }
        guard isHandshakeDone, recorded.verificationError == nil else { return .failed }
        return CertificateReader.matches(leaf, host: host) ? .passed : .failed
    }

    // MARK: Callbacks of OpenSSL

    /// The index under which an `SSL_CTX` stores its recorder, which is released when the `SSL_CTX` is freed.
    private static let exDataIndex: Int32 = aasa_SSL_CTX_set_ex_data_index { _, data, _, _, _, _ in
        if let data { Unmanaged<HandshakeRecorder>.fromOpaque(data).release() }
    }

    /// Records the chain, and the first error that OpenSSL found in it.
    private static func recordVerification(accepted: Bool, _ storeContext: OpaquePointer) {
        guard let ssl = ssl(of: storeContext), let recorder = of(ssl) else { return }
        if recorder.chain.isEmpty {
            recorder.keepChain(storeContext)
            // If the verification fails, the handshake never completes, so the parameters are recorded now.
            recorder.recordParameters(of: ssl, cipher: SSL_get_pending_cipher(ssl) ?? SSL_get_current_cipher(ssl))
        }
        guard !accepted, recorder.recorded.verificationError == nil else { return }
        let code = X509_STORE_CTX_get_error(storeContext)
        recorder.recorded.verificationError = VerificationError(
            code: Int(code), depth: Int(X509_STORE_CTX_get_error_depth(storeContext)),
            text: String(cString: X509_verify_cert_error_string(Int(code))))
    }

    private static func ssl(of storeContext: OpaquePointer) -> OpaquePointer? {
        X509_STORE_CTX_get_ex_data(storeContext, SSL_get_ex_data_X509_STORE_CTX_idx()).map { OpaquePointer($0) }
    }

    private func keepChain(_ storeContext: OpaquePointer) {
        if let sent = X509_STORE_CTX_get0_untrusted(storeContext) {
            for index in 0..<aasa_sk_X509_num(sent) {
                if let certificate = aasa_sk_X509_value(sent, index) { keep(certificate) }
            }
        }
        if chain.isEmpty, let leaf = X509_STORE_CTX_get0_cert(storeContext) { keep(leaf) }
    }

    private func keep(_ certificate: OpaquePointer) {
        if chain.count < TLSFacts.maxCertificates, X509_up_ref(certificate) == 1 {
            chain.append(certificate)
        } else {
            recorded.omittedCertificateCount += 1
        }
    }
}

/// Limits the time of each OpenSSL call, which blocks the event loop, regardless of what a server sends.
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
    /// The maximum length of a certificate list in bytes, which takes up to 50 milliseconds to decode.
    private static let maxCertificateListBytes = 64 * 1024

    static func install(on context: OpaquePointer) -> Bool {
        _ = aasa_SSL_CTX_set_max_cert_list(context, maxCertificateListBytes)
        SSL_CTX_set_msg_callback(context) { sentFlag, _, kind, bytes, _, ssl, _ in
            guard kind == SSL3_RT_HANDSHAKE, let bytes, let ssl else { return }
            if sentFlag == 0 {
                HandshakeRecorder.of(ssl)?.receivedMessageCount += 1
            } else if Int32(bytes.load(as: UInt8.self)) == SSL3_MT_CLIENT_HELLO {
                // Keeps long reads from blocking the loop; before this message, there is no BIO to read from.
                aasa_SSL_limit_each_read(ssl)
            }
        }
        return aasa_SSL_CTX_set_groups(context, groups) == 1 && SSL_CTX_set_cipher_list(context, ciphers) == 1
    }

    static func bytesReceived(_ ssl: OpaquePointer) -> Int { Int(clamping: BIO_number_read(SSL_get_rbio(ssl))) }
}
