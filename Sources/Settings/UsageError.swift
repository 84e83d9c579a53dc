/// Wrong usage: what is wrong, where it was said, and what is right; no secret is in it.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for people.
    package let description: String
    /// The keys of the settings that are wrong or contradict each other; empty if no configuration can be the cause.
    package let settings: [String]

    /// Creates an error.
    package init(_ description: String, settings: [String] = []) {
        self.description = description
        self.settings = settings
    }
}
