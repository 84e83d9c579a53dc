/// An error in the usage of the program: the problem, its source and the correct usage, without secrets.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The keys of the settings that are wrong or contradict each other.
    ///
    /// If there are any, and the configuration file alone determines all of them, the error is one of that file.
    package let settings: [String]

    package init(_ description: String, settings: [String] = []) {
        self.description = description
        self.settings = settings
    }
}
