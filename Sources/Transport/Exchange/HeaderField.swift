/// One header field of a response (RFC 9110, section 5), as received.
public struct HeaderField: Hashable, Sendable {
    /// The field name as the server wrote it; names compare without regard to case.
    public var name: String
    /// The field value without surrounding white space; bytes that are not UTF-8 are read as ISO 8859-1.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether this is the field `name`, ignoring the case of ASCII letters.
    func isNamed(_ name: String) -> Bool {
        self.name.utf8.elementsEqual(name.utf8) { Self.lowercase($0) == Self.lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension [HeaderField] {
    /// Returns all values of the field `name`, in order, ignoring the case of the name.
    public func values(of name: String) -> [String] {
        filter { $0.isNamed(name) }.map(\.value)
    }

    /// Returns the first value of the field `name`.
    public func first(_ name: String) -> String? { first { $0.isNamed(name) }?.value }
}
