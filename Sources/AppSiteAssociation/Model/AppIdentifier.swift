/// The identifier of an app: a prefix, a dot and a bundle identifier.
///
/// The prefix is the *application identifier prefix*, which is the team's identifier except for old apps; it has ten
/// characters A–Z and 0–9. Systems compare the whole text exactly.
///
/// Rules: app-ids.form, app-ids.prefix, app-ids.exact
public struct AppIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as it is written.
    public let text: String

    /// Wraps an identifier, well formed or not.
    public init(_ text: String) { self.text = text }

    /// The text before the first dot; `nil` without a dot.
    public var prefix: String? {
        text.unicodeScalars.firstIndex(of: ".").map { String(text.unicodeScalars[..<$0]) }
    }

    /// The text after the first dot; `nil` without a dot.
    public var bundleIdentifier: String? {
        text.unicodeScalars.firstIndex(of: ".").map {
            String(text.unicodeScalars[text.unicodeScalars.index(after: $0)...])
        }
    }

    /// A reason why no app can have this identifier.
    ///
    /// Rules: app-ids.prefix-length, app-ids.bundle-id, app-ids.no-wildcard
    public enum Problem: Hashable, Sendable {
        case empty
        case surroundingWhiteSpace
        /// It begins with a service, as entries of an entitlement do: `applinks:`.
        case servicePrefix(String)
        case noDot
        /// `*`, which means many apps in a provisioning profile but never here.
        case wildcard
        /// The prefix has another count of characters than ten.
        case prefixLength(Int)
        /// The prefix has other characters than A–Z and 0–9.
        case prefixCharacters
        case emptyBundleIdentifier
        /// The bundle identifier has other characters than letters, digits, `-` and `.`.
        case bundleIdentifierCharacters
    }

    /// Everything that is wrong with the form; empty for a well-formed identifier.
    public var problems: [Problem] {
        if isPlain { return [] }
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return [.empty] }
        var problems: [Problem] = []
        if first.properties.isWhitespace || last.properties.isWhitespace { problems.append(.surroundingWhiteSpace) }
        if let service = AssociationService.allCases.first(where: { text.utf8.starts(with: "\($0.rawValue):".utf8) }) {
            problems.append(.servicePrefix(service.rawValue + ":"))
        }
        if scalars.contains("*") { problems.append(.wildcard) }
        guard let prefix, let bundleIdentifier else { return problems.isEmpty ? [.noDot] : problems }
        guard problems.isEmpty else { return problems }
        let length = prefix.unicodeScalars.count
        if length != 10 { problems.append(.prefixLength(length)) }
        if !prefix.unicodeScalars.allSatisfy({ ("A"..."Z").contains($0) || ("0"..."9").contains($0) }) {
            problems.append(.prefixCharacters)
        }
        if bundleIdentifier.isEmpty { problems.append(.emptyBundleIdentifier) }
        let isBundleCharacter: (Unicode.Scalar) -> Bool = {
            ("A"..."Z").contains($0) || ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "."
        }
        if !bundleIdentifier.unicodeScalars.allSatisfy(isBundleCharacter) {
            problems.append(.bundleIdentifierCharacters)
        }
        return problems
    }

    /// Whether there is obviously nothing wrong: ten capital letters and digits, a dot, and a plain bundle identifier.
    private var isPlain: Bool {
        var position = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if position == 10 { return false }
            case UInt8(ascii: "."): if position < 10 { return false }
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): if position <= 10 { return false }
            default: return false
            }
            position += 1
        }
        return position > 11
    }

    /// The identifier as it is written.
    public var description: String { text }

    /// Whether both are written with the same scalars.
    public static func == (lhs: AppIdentifier, rhs: AppIdentifier) -> Bool { lhs.text.isExactly(rhs.text) }
    /// Hashes the scalars.
    public func hash(into hasher: inout Hasher) { ExactText(text).hash(into: &hasher) }
}

/// An app identifier with its position in the file.
public struct ListedApp: Sendable {
    /// The identifier.
    public let identifier: AppIdentifier
    /// The string, or the key in the dictionary format of `details`, that it was read from.
    public let source: JSONValue

    init?(_ source: JSONValue) {
        guard let text = source.string else { return nil }
        identifier = AppIdentifier(text)
        self.source = source
    }
}
