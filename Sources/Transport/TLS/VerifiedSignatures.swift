import COpenSSL
import Synchronization

/// The recently verified signatures; can be used by several threads.
///
/// A signature that was valid for given bytes remains valid, so it is not computed again: most servers send the same
/// few intermediates, and verifying one that a P-384 root has signed costs more than the rest of a handshake. Only this
/// computation is skipped; all other requirements for a chain (dates, names, constraints, authority to sign) are
/// checked each time.
final class VerifiedSignatures: Sendable {
    private typealias Digest = SIMD4<UInt64>

    private struct Entry {
        /// The digest of the signature and of the signed bytes.
        var signatureDigest = Digest.zero
        /// The digest of the key; computed only when the signature occurs for the second time, because most signatures
        /// occur once, and encoding a key is expensive.
        var keyDigest: Digest?
    }

    /// The number of entries; with fewer, the two signatures of each domain, which are never needed again, would often
    /// displace those of intermediates.
    private static let slotCount = 1024

    private let entries = Mutex([Entry](repeating: Entry(), count: slotCount))

    /// Returns 1 if `signature` is known to be valid for `key`, an `EVP_PKEY`; otherwise the result of `compute`.
    func verify(
        _ signature: UnsafeBufferPointer<UInt8>, of key: OpaquePointer?, over digest: UnsafeBufferPointer<UInt8>,
        compute: () -> Int32
    ) -> Int32 {
        var entry = Entry(signatureDigest: Self.digest(of: signature, digest))
        let slot = Int(truncatingIfNeeded: entry.signatureDigest[0] % UInt64(Self.slotCount))
        let known = entries.withLock { $0[slot] }
        if known.signatureDigest == entry.signatureDigest {
            entry.keyDigest = Self.digest(of: key)
            if let keyDigest = entry.keyDigest, keyDigest == known.keyDigest { return 1 }
        }
        let result = compute()
        if result == 1 { entries.withLock { $0[slot] = entry } }
        return result
    }

    private static func digest(of key: OpaquePointer?) -> Digest? {
        var encoded: UnsafeMutablePointer<UInt8>?
        // The encoding includes the curve, so that it identifies the key completely.
        let count = i2d_PUBKEY(key, &encoded)
        defer { aasa_OPENSSL_free(encoded) }
        return count > 0 ? digest(of: UnsafeBufferPointer(start: encoded, count: Int(count))) : nil
    }

    private static func digest(of parts: UnsafeBufferPointer<UInt8>...) -> Digest {
        var bytes: [UInt8] = []
        for part in parts {
            withUnsafeBytes(of: UInt64(part.count)) { bytes += $0 }
            bytes += part
        }
        return SHA256.digest(bytes).withUnsafeBytes { $0.loadUnaligned(as: Digest.self) }
    }
}

/// The methods that OpenSSL uses to decode the public keys of certificates and to verify signatures with them.
///
/// OpenSSL 3.0 requests a decoder from its providers for each key, which takes a million instructions or more: a
/// quarter of the cost of a domain. It does not do so for key types that an engine supports, so this engine provides
/// OpenSSL's own methods for RSA and EC keys. Later versions cache their decoders, but also benefit from the engine,
/// which does not verify known signatures again.
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
    static func register() -> Bool {
        guard let engine else { return false }
        return aasa_key_engine_register(engine) == 1
    }
}
