/// An error in reading the entitlements of an app: one sentence without its full stop.
package struct EntitlementsError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Creates an error.
    package init(_ description: String) { self.description = description }
}
