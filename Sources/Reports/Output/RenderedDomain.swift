/// The bytes of one domain, rendered before its turn in the document has come.
public struct RenderedDomain: Hashable, Sendable {
    /// The bytes.
    public var bytes: [UInt8]
    /// Where in them the other inputs that mean the same target belong: they are known only at the end of the list.
    public var aliasesAt: Int

    /// Creates a rendered domain.
    public init(bytes: [UInt8], aliasesAt: Int) {
        self.bytes = bytes
        self.aliasesAt = aliasesAt
    }
}
