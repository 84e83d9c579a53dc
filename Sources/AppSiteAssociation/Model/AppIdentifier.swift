import Basics

/// The identifier of an app: a prefix, a dot and a bundle identifier.
///
/// The prefix is the *application identifier prefix*, which is the Team ID except for old apps. It consists of ten
/// characters A–Z and 0–9. Systems compare the whole text exactly.
/// Documented as app-ids.form, app-ids.prefix, app-ids.exact
public struct AppIdentifier: Hashable, Sendable, CustomStringConvertible {
    private let exactText: ExactText

    /// Creates an identifier, which can be malformed.
    public init(_ text: String) { exactText = ExactText(text) }

    /// The identifier as written.
    public var text: String { exactText.text }

    /// The text before the first dot; `nil` if there is no dot.
    package var prefix: String? { parts.count > 1 ? String(parts[0]) : nil }

    /// The text after the first dot; `nil` if there is no dot.
    package var bundleIdentifier: String? { parts.count > 1 ? String(parts[1]) : nil }

    private var parts: [Substring.UnicodeScalarView] {
        text.unicodeScalars.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    }

    /// A reason why no app can have this identifier.
    /// Documented as app-ids.prefix-length, app-ids.bundle-id, app-ids.no-wildcard
    package enum Problem: Hashable, Sendable {
        case empty
        case surroundingWhiteSpace
        /// The prefix of a service, as in entries of an entitlement: `applinks:`.
        case servicePrefix(String)
        case noDot
        /// `*`, which represents several apps in a provisioning profile, but is not supported in association files.
        case wildcard
        /// A prefix whose length is not ten characters.
        case prefixLength
        /// A prefix with characters other than A–Z and 0–9.
        case prefixCharacters
        case emptyBundleIdentifier
        /// A bundle identifier with characters other than letters, digits, `-` and `.`.
        case bundleIdentifierCharacters
    }

    package var problems: [Problem] {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return [.empty] }
        var problems: [Problem] = []
        if first.properties.isWhitespace || last.properties.isWhitespace { problems.append(.surroundingWhiteSpace) }
        if let service = AssociationService.allCases.first(where: { text.utf8.starts(with: "\($0.rawValue):".utf8) }) {
            problems.append(.servicePrefix(service.rawValue + ":"))
        }
        if scalars.contains("*") { problems.append(.wildcard) }
        guard problems.isEmpty else { return problems }
        guard let prefix, let bundleIdentifier else { return [.noDot] }
        if prefix.unicodeScalars.count != 10 { problems.append(.prefixLength) }
        if !prefix.unicodeScalars.allSatisfy({ ("A"..."Z").contains($0) || ("0"..."9").contains($0) }) {
            problems.append(.prefixCharacters)
        }
        if bundleIdentifier.isEmpty { problems.append(.emptyBundleIdentifier) }
        if !bundleIdentifier.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-.".utf8.contains($0) }) {
            problems.append(.bundleIdentifierCharacters)
        }
        return problems
    }

    /// The identifier as written.
    public var description: String { text }
}

/// An app identifier in a file.
package struct ListedApp: Sendable {
    package let identifier: AppIdentifier
    /// The string that contains the identifier, or the key in the dictionary format of `details`.
    package let source: JSONValue

    init?(_ source: JSONValue) {
        guard let text = source.string else { return nil }
        identifier = AppIdentifier(text)
        self.source = source
    }
}
