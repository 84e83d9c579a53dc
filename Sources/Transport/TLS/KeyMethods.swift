import COpenSSL

/// The methods with which OpenSSL reads the public keys of certificates, and verifies signatures with them.
///
/// OpenSSL 3.0 asks its providers for a decoder anew for each key, which takes a million instructions and more: a quarter of
/// the cost of a domain. It does not ask for kinds of keys for which an engine has methods, so there is one here, with
/// OpenSSL's own methods for RSA and EC keys. Later versions remember their decoders; with them as well, the methods skip the
/// arithmetic for signatures that are known.
enum KeyMethods {
    /// The signatures with EC keys that were verified lately; those with RSA keys are cheap to verify.
    static let verified = VerifiedSignatures()

    /// Unsafe only in name: an engine is an object for several threads, and is not changed after it was made.
    private nonisolated(unsafe) static let engine: UnsafeMutableRawPointer? = aasa_key_engine {
        context, signature, signatureLength, digest, digestLength in
        verified.verify(
            UnsafeBufferPointer(start: signature, count: signatureLength), of: EVP_PKEY_CTX_get0_pkey(context),
            over: UnsafeBufferPointer(start: digest, count: digestLength)
        ) {
            aasa_ec_verify(context, signature, signatureLength, digest, digestLength)
        }
    }

    /// Has OpenSSL use the engine; gives back whether it does now.
    @discardableResult
    static func use() -> Bool {
        guard let engine else { return false }
        return aasa_key_engine_register(engine) == 1
    }

    /// Has OpenSSL use its providers, as it does by itself: for tests, which compare both.
    static func leaveToProviders() {
        if let engine { aasa_key_engine_unregister(engine) }
    }
}
