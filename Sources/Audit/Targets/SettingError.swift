/// Why the value of a setting cannot be used, whether it came from a flag, the environment or a file.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value that was found, in words; never a secret.
    public let found: String
    /// The allowed values, in words.
    public let expected: String

    /// Creates an error.
    public init(found: String, expected: String) {
        self.found = found
        self.expected = expected
    }

    /// One line: what was found; what is allowed.
    public var description: String { "\(found); \(expected)" }
}
