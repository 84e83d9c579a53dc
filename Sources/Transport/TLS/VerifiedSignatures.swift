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
    /// What says of a signature all that matters: the SHA-256 digest of key, signature, and what was signed.
    struct Entry: Equatable, Sendable {
        fileprivate let words: SIMD4<UInt64>

        /// Nil where the key cannot be written.
        init?(key: OpaquePointer?, signature: UnsafeBufferPointer<UInt8>, digest: UnsafeBufferPointer<UInt8>) {
            var encoded: UnsafeMutablePointer<UInt8>?
            // With its curve, so that it is all of the key.
            let count = i2d_PUBKEY(key, &encoded)
            defer { aasa_OPENSSL_free(encoded) }
            guard count > 0 else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Int(count) + signature.count + digest.count + 16)
            for part in [UnsafeBufferPointer(start: encoded, count: Int(count)), signature, digest] {
                withUnsafeBytes(of: UInt64(part.count)) { bytes += $0 }
                bytes += part
            }
            words = SHA256.digest(bytes).withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
        }

        fileprivate init() { words = .zero }

        /// The only place where it may be found.
        fileprivate var place: Int { Int(truncatingIfNeeded: words[0] & UInt64(VerifiedSignatures.places - 1)) }
    }

    /// A power of two: each domain brings two signatures that nobody needs again, which rarely take a place that somebody does.
    fileprivate static let places = 1024

    private let entries = Mutex([Entry](repeating: Entry(), count: places))

    func contains(_ entry: Entry) -> Bool { entries.withLock { $0[entry.place] == entry } }

    func insert(_ entry: Entry) { entries.withLock { $0[entry.place] = entry } }
}
