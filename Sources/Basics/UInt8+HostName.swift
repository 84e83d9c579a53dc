extension UInt8 {
    /// Whether it can be part of the name of a host: letters, digits, hyphens, dots, and the underscore, which is no part of a
    /// host name (RFC 952), but in use.
    package var isHostByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
