import COpenSSL

/// Kinds of key pairs.
public enum KeyKind: Hashable, Sendable {
    /// NIST P-256: fast, and used by most servers.
    case p256
    /// RSA with a modulus of the given number of bits; 1024 is too weak for all current clients.
    case rsa(bits: Int)
}

/// A key pair.
// @unchecked: the EVP_PKEY is not changed after `init`, and OpenSSL counts its references with atomic operations.
final class PrivateKey: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ kind: KeyKind) throws {
        switch kind {
        case .p256: pointer = try check(aasa_EC_gen(NID_X9_62_prime256v1), "a P-256 key")
        case .rsa(let bits): pointer = try check(aasa_RSA_gen(Int32(bits)), "an RSA key")
        }
    }

    /// Creates a key from PEM.
    init(pem: [UInt8]) throws {
        let bio = try check(BIO_new_mem_buf(pem, Int32(pem.count)), "a buffer")
        defer { BIO_free(bio) }
        pointer = try check(PEM_read_bio_PrivateKey(bio, nil, nil, nil), "a key from PEM")
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// Returns the key in PKCS #8, not encrypted.
    func pem() throws -> String {
        try textThroughBIO("a key as PEM") { PEM_write_bio_PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    }
}
