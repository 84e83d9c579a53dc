import Basics
import COpenSSL

/// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104) through OpenSSL, which uses special processor instructions.
package enum SHA256 {
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        output { EVP_Digest(bytes, bytes.count, $0, &$1, EVP_sha256(), nil) == 1 }
    }

    package static func hexadecimal(_ bytes: [UInt8]) -> String { Hexadecimal.digits(digest(bytes)) }

    /// Returns the HMAC of `message` in lower-case hexadecimal digits, which proves that its sender has `key`.
    package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> String {
        let code = output { HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, $0, &$1) != nil }
        return Hexadecimal.digits(code)
    }

    private static func output(_ compute: (UnsafeMutablePointer<UInt8>?, inout UInt32) -> Bool) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var length: UInt32 = 0
            // Without SHA-256, OpenSSL could not make a TLS connection either.
            precondition(compute(buffer.baseAddress, &length), "OpenSSL has no SHA-256.")
            count = Int(length)
        }
    }
}
