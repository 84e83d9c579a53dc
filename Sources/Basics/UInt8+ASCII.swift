extension UInt8 {
    // Subtraction turns smaller bytes into large ones, so one comparison is enough.
    @inlinable
    package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    @inlinable
    package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    @inlinable
    package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    @inlinable
    package var isASCIIControl: Bool { self < 0x20 || self == 0x7F }

    /// Whether the byte can occur in a host name; some hosts use underscores, which RFC 952 does not allow.
    @inlinable
    package var isHostByte: Bool { isASCIILetter || isASCIIDigit || "-._".utf8.contains(self) }

    /// Whether the byte can occur in the scheme of a URL (RFC 3986, section 3.1).
    @inlinable
    package var isSchemeByte: Bool { isASCIILetter || isASCIIDigit || "+-.".utf8.contains(self) }
}
