/// One header field of a response (RFC 9110, section 5), as received.
public struct HeaderField: Codable, Hashable, Sendable {
    /// The field name as the server wrote it; names compare without regard to case.
    public var name: String
    /// The field value without surrounding white space; bytes that are not UTF-8 are read as ISO 8859-1.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension Sequence<HeaderField> {
    /// All values of the field `name`, in order, without regard to the case of the name.
    public func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// The first value of the field `name`.
    public func first(_ name: String) -> String? { values(of: name).first }
}
