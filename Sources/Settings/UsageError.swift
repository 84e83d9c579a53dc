/// An error in the usage of the program: the problem, its source and the correct usage, without secrets.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The keys of the settings that are wrong or contradict each other.
    ///
    /// The error counts as one of the configuration if the file alone determines all of them; if there are none, it
    /// never does.
    package let settings: [String]

    package init(_ description: String, settings: [String] = []) {
        self.description = description
        self.settings = settings
    }
}
