/// Wrong usage: what is wrong, where it was said, and what is right; no secret is in it.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for people.
    public let description: String

    /// Creates an error.
    public init(_ description: String) { self.description = description }
}
