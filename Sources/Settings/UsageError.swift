/// An error in the usage of the program: the problem, its source and the correct usage, without secrets.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The keys of the settings that are wrong or contradict each other; empty if no configuration can be the cause.
    package let settings: [String]

    package init(_ description: String, settings: [String] = []) {
        self.description = description
        self.settings = settings
    }
}
