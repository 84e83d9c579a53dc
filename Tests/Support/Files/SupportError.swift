/// An error of the test tools, described for readers of test output.
public struct SupportError: Error, Hashable, CustomStringConvertible {
    /// The failed operation and the reason.
    public var description: String

    /// Creates an error.
    public init(_ description: String) {
        self.description = description
    }
}
