/// HMAC with SHA-256 (RFC 2104, FIPS 198-1): proves that a message comes from somebody who has the key.
package enum MessageAuthentication {
    private static let blockSize = 64

    /// The code of `message` under `key`, as 64 lower-case hexadecimal digits.
    package static func code(of message: [UInt8], key: [UInt8]) -> String {
        var block = key.count > blockSize ? SHA256.digest(key) : key
        block += repeatElement(0, count: blockSize - block.count)
        let inner = SHA256.digest(block.map { $0 ^ 0x36 } + message)
        return Hexadecimal.text(SHA256.digest(block.map { $0 ^ 0x5C } + inner))
    }
}
