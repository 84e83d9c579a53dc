/// Why the entitlements of an app cannot be read: one sentence for people, without its full stop.
package struct EntitlementsError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Creates an error.
    package init(_ description: String) { self.description = description }
}
