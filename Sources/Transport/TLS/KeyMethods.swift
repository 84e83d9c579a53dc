import COpenSSL

/// How OpenSSL reads the public keys of certificates.
///
/// OpenSSL 3.0 asks its providers for a decoder anew for each key, which takes a million instructions and more: a quarter of
/// all that a domain costs. Later versions remember what they were told. It does not ask for kinds of keys that an engine
/// has methods for, so there is one here, with the methods that OpenSSL has itself for RSA and EC keys.
enum KeyMethods {
    /// Unsafe only in name: an engine is an object for several threads, and is not changed after it was made.
    private nonisolated(unsafe) static let engine: UnsafeMutableRawPointer? = aasa_key_engine()

    /// Has keys read without a search for decoders, where this OpenSSL would search; gives back whether it does now.
    @discardableResult
    static func readDirectly() -> Bool {
        guard let engine else { return false }
        return aasa_key_engine_register(engine) == 1
    }

    /// Has keys read as OpenSSL does by itself.
    static func readThroughProviders() {
        if let engine { aasa_key_engine_unregister(engine) }
    }
}
