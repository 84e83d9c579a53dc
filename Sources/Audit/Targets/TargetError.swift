/// Why a target could not be understood.
///
/// The description is one line for people: what was found, and what was expected. It quotes at most a short, escaped
/// piece of the input, never user information.
public struct TargetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A closed set of causes.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Nothing but white space.
        case empty
        /// Over ``TargetParser/longestInput`` bytes.
        case tooLong
        /// A control character, a line break or NUL.
        case controlCharacter
        /// A URL with a scheme other than `https` and `http`.
        case unsupportedScheme
        /// No host where one has to be.
        case missingHost
        /// A port that is no number from 1 to 65535.
        case badPort
        /// Something that looks like an IP address and is none.
        case badAddress
        /// A character that no host name has.
        case badCharacter
        /// A label that is empty, over 63 characters, or begins or ends with a hyphen.
        case badLabel
        /// Over 253 characters.
        case nameTooLong
        /// Not a name that UTS #46 and IDNA 2008 allow.
        case badInternationalName
        /// A `*` anywhere but as the whole first label.
        case badWildcard
        /// A mail address.
        case mailAddress
        /// Several targets in one.
        case severalTargets
    }

    /// The cause.
    public let reason: Reason
    /// The input that was found, in words.
    public let found: String
    /// The expected input, in words.
    public let expected: String

    /// Creates an error.
    public init(_ reason: Reason, found: String, expected: String) {
        self.reason = reason
        self.found = found
        self.expected = expected
    }

    /// The same, found in an input of which no piece may be quoted; a mail address is named without one.
    var withoutExcerpt: TargetError {
        guard reason != .mailAddress else { return self }
        return TargetError(
            reason, found: "it cannot be read, and is not repeated because of the “@” in it", expected: expected)
    }

    /// One line: what was found; what was expected.
    public var description: String { "\(found); \(expected)" }
}
