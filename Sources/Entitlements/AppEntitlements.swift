import Basics

/// The associated domains of one app, or of one target of a project.
package struct AppEntitlements: Hashable, Sendable {
    /// The key of the list of domains. Documented as domains.form
    package static let domainsKey = "com.apple.developer.associated-domains"

    package enum Identifier: Hashable, Sendable {
        case known(String)
        /// An identifier with variables that Xcode replaces, such as `$(AppIdentifierPrefix)com.acme.app`.
        case template(String)
        case unknown
    }

    package var name: String
    /// The source of the entitlements: the path that the user specified, and the position within it.
    package var source: String
    package var identifier: Identifier
    /// The associated domains as written, such as `applinks:example.com`.
    package var entries: [String]
    /// Whether the app is a build for development devices; `nil` if unknown.
    package var isDevelopmentBuild: Bool?
    /// Whether the app is an App Clip, whose identifier belongs under `appclips` in an association file.
    package var isAppClip: Bool

    /// Reads a list of entitlements; a signed one also shows whether the build is for development.
    package init(_ list: PropertyList, name: String, source: String, isSigned: Bool) throws(EntitlementsError) {
        guard let members = list.dictionary else {
            throw EntitlementsError("\(list.kind) was found; a property list with entitlements is a dictionary")
        }
        self.name = name
        self.source = source
        switch (members["application-identifier"] ?? members["com.apple.application-identifier"])?.string {
        case let text? where text.contains("$("): identifier = .template(text)
        // An identifier with * is that of a profile for several apps.
        case let text? where !text.isEmpty && !text.contains("*"): identifier = .known(text)
        default: identifier = .unknown
        }
        if isSigned {
            let allowsDebugging = members["get-task-allow"] ?? members["com.apple.security.get-task-allow"]
            isDevelopmentBuild = allowsDebugging?.boolean ?? false
        }
        isAppClip =
            members["com.apple.developer.parent-application-identifiers"] != nil
            || members["com.apple.developer.on-demand-install-capable"]?.boolean == true
        switch members[Self.domainsKey] {
        case nil: entries = []
        case .array(let elements):
            if let other = elements.first(where: { $0.string == nil }) {
                throw EntitlementsError("\(Self.domainsKey) has \(other.kind) in its array; strings were expected")
            }
            entries = elements.compactMap(\.string)
        case .string("*"):
            throw EntitlementsError(
                "it allows any domain (“*”), as provisioning profiles do; the app's own list is in the app's signature")
        case let other?:
            throw EntitlementsError(
                "\(Self.domainsKey) is \(other.kind); an array of strings was expected, as in applinks:example.com")
        }
        guard entries.count <= Self.maxEntries else {
            throw EntitlementsError(
                "it lists \(Phrase.count(entries.count, "domain")); at most \(Phrase.number(Self.maxEntries)) are read")
        }
    }

    /// The maximum number of entries: a hundred times what Apple recommended.
    private static let maxEntries = 3000
}
