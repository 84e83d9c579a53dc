/// Something that the test tools could not do, in words for the person who reads the test's output.
public struct SupportError: Error, Hashable, CustomStringConvertible {
    /// The failed operation and the reason.
    public var description: String

    /// Creates an error.
    public init(_ description: String) {
        self.description = description
    }
}
