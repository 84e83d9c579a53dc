extension UInt8 {
    /// Whether the byte can occur in a host name: letters, digits, hyphens, dots, and underscores, which RFC 952 does
    /// not allow but some hosts use.
    package var isHostByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
