import COpenSSL

/// SHA-256 (FIPS 180-4) through OpenSSL, which uses what the processor has for it.
enum SHA256 {
    /// The digest of `bytes` in lower-case hexadecimal digits; `nil` when OpenSSL cannot compute it.
    static func hexadecimal(_ bytes: [UInt8]) -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { digest in
            var count: UInt32 = 0
            guard EVP_Digest(bytes, bytes.count, digest.baseAddress, &count, EVP_sha256(), nil) == 1 else { return nil }
            return hexadecimal(digest: UnsafeBufferPointer(rebasing: digest[..<Int(count)]))
        }
    }

    /// Two digits for each byte.
    static func hexadecimal(digest: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: 2 * digest.count) { text in
            func digit(_ value: UInt8) -> UInt8 {
                value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
            }
            for (index, byte) in digest.enumerated() {
                text[2 * index] = digit(byte >> 4)
                text[2 * index + 1] = digit(byte & 15)
            }
            return 2 * digest.count
        }
    }
}
