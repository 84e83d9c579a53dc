import COpenSSL

/// The methods that OpenSSL uses to decode the public keys of certificates and to verify signatures with them.
///
/// OpenSSL 3.0 requests a decoder from its providers for each key, which takes a million instructions or more: a
/// quarter of the cost of a domain. It does not do so for key types that an engine supports, so this engine provides
/// OpenSSL's own methods for RSA and EC keys. Later versions cache their decoders; for those as well, the methods skip
/// the arithmetic for known signatures.
enum KeyMethods {
    /// The recently verified signatures with EC keys; RSA signatures are cheap to verify.
    static let verified = VerifiedSignatures()

    /// Unsafe only in name: an engine is thread-safe, and is not changed after it was created.
    nonisolated(unsafe) static let engine: UnsafeMutableRawPointer? = aasa_key_engine {
        context, signature, signatureLength, digest, digestLength in
        verified.verify(
            UnsafeBufferPointer(start: signature, count: signatureLength), of: EVP_PKEY_CTX_get0_pkey(context),
            over: UnsafeBufferPointer(start: digest, count: digestLength)
        ) {
            aasa_ec_verify(context, signature, signatureLength, digest, digestLength)
        }
    }

    /// Makes OpenSSL use the engine; returns whether it does now.
    @discardableResult
    static func use() -> Bool {
        guard let engine else { return false }
        return aasa_key_engine_register(engine) == 1
    }
}
