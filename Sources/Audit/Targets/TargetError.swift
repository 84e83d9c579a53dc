/// An error in the input of a target.
///
/// The description is one line with the found and the expected input. It quotes at most a short, escaped excerpt of
/// the input, never user information.
public struct TargetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A closed set of causes.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The input contains only white space.
        case empty
        /// The input exceeds ``TargetParser/maxInputLength`` bytes.
        case tooLong
        /// The input contains a control character, a line break or NUL.
        case controlCharacter
        /// A URL with a scheme other than `https` and `http`.
        case unsupportedScheme
        /// There is no host where one is required.
        case missingHost
        /// The port is not a number from 1 to 65535.
        case badPort
        /// The host resembles an IP address but is not valid.
        case badAddress
        /// The host contains a character that is not allowed.
        case badCharacter
        /// A label is empty, has over 63 characters, or begins or ends with a hyphen.
        case badLabel
        /// The name has over 253 characters.
        case nameTooLong
        /// The name is not allowed by UTS #46 and IDNA 2008.
        case badInternationalName
        /// There is a `*` in a position other than the whole first label.
        case badWildcard
        /// The input is a mail address.
        case mailAddress
        /// The input contains several targets.
        case severalTargets
    }

    /// The cause.
    public let reason: Reason
    /// A description of the input.
    public let found: String
    /// A description of the expected input.
    public let expected: String

    /// Creates an error.
    public init(_ reason: Reason, found: String, expected: String) {
        self.reason = reason
        self.found = found
        self.expected = expected
    }

    /// Returns the same error without a quotation from the input; errors about mail addresses never quote the input.
    var withoutQuotation: TargetError {
        guard reason != .mailAddress else { return self }
        return TargetError(
            reason, found: "it cannot be read, and is not repeated because of the “@” in it", expected: expected)
    }

    /// The found and the expected input on one line.
    public var description: String { "\(found); \(expected)" }
}
