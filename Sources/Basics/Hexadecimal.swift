package enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    package static func digits(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            func digit(_ value: UInt8) -> UInt8 {
                value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
            }
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = digit(byte >> 4)
                text[2 * index + 1] = digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    /// Returns a number with at least `width` capital digits.
    package static func digits(_ number: some BinaryInteger, width: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension UInt8 {
    /// The byte percent-encoded (RFC 3986, section 2.1), such as `%0A`.
    package var percentEncoded: String { "%" + Hexadecimal.digits(self, width: 2) }
}
