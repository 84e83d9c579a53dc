/// A short fingerprint of texts, the same in every run, version and machine (FNV-1a with 64 bits).
package struct StableHash {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// Creates the hash of a single text.
    package init(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Adds one of several texts.
    package mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        // UTF-8 never contains this byte, so the hash depends on where each text ends.
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    package var hex: String { Hexadecimal.digits(value, width: 16).lowercased() }
}
