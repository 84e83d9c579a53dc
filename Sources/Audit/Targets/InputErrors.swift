/// An error in the input of a target.
///
/// The description is one line with the found and the expected input. It quotes at most a short, escaped excerpt of
/// the input, never user information.
public struct TargetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the input.
    public let found: String
    /// A description of the expected input.
    public let expected: String

    /// The found and the expected input on one line.
    public var description: String { "\(found); \(expected)" }
}

/// An error in the value of a setting from a flag, the environment or a file.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the value; never contains a secret.
    public let found: String
    /// A description of the allowed values.
    public let expected: String

    package init(found: String, expected: String) {
        self.found = found
        self.expected = expected
    }

    /// The found and the allowed value on one line.
    public var description: String { "\(found); \(expected)" }
}
