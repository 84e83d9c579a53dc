/// A short name for texts, the same in every run and on every machine (FNV-1a with 64 bits).
struct StableHash {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the name of no text.
    init() {}

    /// Creates the name of one text.
    init(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Adds a text and its end, so that `a`, `bc` and `ab`, `c` differ.
    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// The name, as 16 hexadecimal digits.
    var hex: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
