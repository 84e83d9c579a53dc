/// Wrong usage: what is wrong, where it was said, and what is right; no secret is in it.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for people.
    package let description: String

    /// Creates an error.
    package init(_ description: String) { self.description = description }
}
