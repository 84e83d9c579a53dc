public import AppSiteAssociation
import Basics

/// The expectations of a domain's owner about its file.
public struct Expectations: Hashable, Sendable {
    /// An app that the file must name for a service.
    public struct App: Hashable, Sendable {
        /// The app.
        public var appID: AppIdentifier
        /// The service.
        public var service: AssociationService

        /// Creates an expectation.
        public init(appID: AppIdentifier, service: AssociationService = .applinks) {
            self.appID = appID
            self.service = service
        }

        /// Parses `APPID`, for universal links, or `SERVICE:APPID`.
        ///
        /// - Throws: `SettingError` if the identifier is not valid, or the service is unknown.
        public init(_ text: String) throws(SettingError) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let service = parts.count == 2 ? AssociationService(rawValue: String(parts[0])) : .applinks else {
                throw SettingError(
                    found: "\(VisibleText.quote(parts[0])) is not a service",
                    expected: "one of \(TargetParser.services.joined(separator: ", ")) may precede the app identifier")
            }
            self.init(appID: AppIdentifier(String(parts.last ?? "")), service: service)
            guard appID.problems.isEmpty else {
                throw SettingError(
                    found: "\(VisibleText.quote(appID.text)) is not an app identifier",
                    expected:
                        "expected ten letters and digits, a dot and the bundle identifier, such as A1B2C3D4E5.com.acme.app"
                )
            }
        }

        /// The expectation in the form `SERVICE:APPID`.
        package var text: String { "\(service.rawValue):\(appID)" }

        /// The shortest form, without the service if that is `applinks`.
        package var shortText: String { service == .applinks ? appID.text : text }
    }

    /// The apps that the file must name.
    public var apps: [App]
    /// URLs that must open an app.
    public var opens: [LinkRequest]
    /// URLs that must not open an app.
    public var doesNotOpen: [LinkRequest]

    /// Creates expectations.
    public init(apps: [App] = [], opens: [LinkRequest] = [], doesNotOpen: [LinkRequest] = []) {
        self.apps = apps
        self.opens = opens
        self.doesNotOpen = doesNotOpen
    }

    package var isEmpty: Bool { apps.isEmpty && opens.isEmpty && doesNotOpen.isEmpty }

    /// Adds the expectations in `other`; existing expectations take precedence if `other` contradicts them.
    public mutating func add(_ other: Expectations) {
        apps += other.apps.filter { !apps.contains($0) }
        let known = Set(opens + doesNotOpen)
        opens += other.opens.filter { !known.contains($0) }
        doesNotOpen += other.doesNotOpen.filter { !known.contains($0) }
    }
}
