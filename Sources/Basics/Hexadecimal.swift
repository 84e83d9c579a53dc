package enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    package static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[2 * index] = digits[Int(byte >> 4)]
                buffer[2 * index + 1] = digits[Int(byte & 0xF)]
            }
            return 2 * bytes.count
        }
    }

    /// Returns a number with at least `width` capital digits.
    @inlinable
    package static func digits(_ number: some BinaryInteger, width: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension UInt8 {
    /// The byte percent-encoded (RFC 3986, section 2.1), such as `%0A`.
    package var percentEncoded: String { "%" + Hexadecimal.digits(self, width: 2) }
}
