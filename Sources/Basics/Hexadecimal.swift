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
}
