/// A short fingerprint of texts, the same in every run, in every version and on every machine (FNV-1a with 64 bits).
package struct StableHash {
    /// The fingerprint as a number.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the fingerprint of no text.
    package init() {}

    /// Creates the fingerprint of one text.
    package init(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Adds a text and its end, so that `a`, `bc` and `ab`, `c` differ.
    package mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// The fingerprint as 16 hexadecimal digits.
    package var hex: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
