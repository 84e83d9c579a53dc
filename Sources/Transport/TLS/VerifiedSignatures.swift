import COpenSSL
import Digests
import Synchronization

/// The signatures that were verified lately, for several threads.
///
/// Whether a signature is one of a key over some bytes never changes, so what was computed once need not be computed again:
/// the same few intermediates come with most servers, and those of P-384 roots cost more than all the rest of a handshake.
/// Only that arithmetic is left out. What a chain must be like (dates, names, constraints, who may sign) is not known here,
/// and is checked each time.
final class VerifiedSignatures: Sendable {
    private typealias Digest = SIMD4<UInt64>

    private struct Entry {
        /// The digest of the signature and of what was signed.
        var signature = Digest.zero
        /// The digest of the key that it is of, once it was met a second time: most are met once, and encoding a key is
        /// not cheap.
        var key: Digest?
    }

    /// Each domain brings two signatures that nobody needs again: among so many places, they rarely take that of an intermediate.
    private static let places = 1024

    private let entries = Mutex([Entry](repeating: Entry(), count: places))

    /// Whether `signature` is one of `key`, an `EVP_PKEY`, over `digest`: 1 where that is known, or else what `compute` says.
    ///
    /// Its 1 is remembered, and no other answer.
    func verify(
        _ signature: UnsafeBufferPointer<UInt8>, of key: OpaquePointer?, over digest: UnsafeBufferPointer<UInt8>,
        compute: () -> Int32
    ) -> Int32 {
        var entry = Entry(signature: Self.digest(of: signature, digest))
        let place = Int(truncatingIfNeeded: entry.signature[0] % UInt64(Self.places))
        let known = entries.withLock { $0[place] }
        if known.signature == entry.signature {
            entry.key = Self.digest(of: key)
            if let key = entry.key, key == known.key { return 1 }
        }
        let answer = compute()
        if answer == 1 { entries.withLock { $0[place] = entry } }
        return answer
    }

    /// Nil where the key cannot be encoded.
    private static func digest(of key: OpaquePointer?) -> Digest? {
        var encoded: UnsafeMutablePointer<UInt8>?
        // With its curve, so that it is all of the key.
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
