import AppSiteAssociation
import Basics

/// An app that lists a domain among its associated domains.
public struct AppListing: Hashable, Sendable {
    /// The name of the app, or of the target of a project.
    public var app: String
    /// The identifier of the app; `nil` if unknown.
    public var appID: String?
    /// The source of the list: a path, and the position in the file.
    public var source: String
    /// The entries for this domain, as written.
    public var entries: [String]
    /// The number of all domains that the app lists.
    public var domainCount: Int
    /// The index of this domain among all domains of the app, from 0.
    public var index: Int
    /// Whether the app is a development build; `nil` if it is not built yet.
    public var isDevelopmentBuild: Bool?
    /// Whether the app is an App Clip.
    public var isAppClip: Bool

    package init(
        app: String, appID: String?, source: String, entries: [String], domainCount: Int, index: Int,
        isDevelopmentBuild: Bool? = nil, isAppClip: Bool = false
    ) {
        self.app = app
        self.appID = appID
        self.source = source
        self.entries = entries
        self.domainCount = domainCount
        self.index = index
        self.isDevelopmentBuild = isDevelopmentBuild
        self.isAppClip = isAppClip
    }

    /// The maximum number of domains that Apple used to recommend. Documented as domains.count
    package static let maxAdvisedDomains = 30

    package var parsedEntries: [AssociatedDomain] { entries.map { AssociatedDomain($0) } }

    /// The expectation that the domain's file lists the app for each service for which the app lists the domain.
    ///
    /// `appclips` entries of an app are ignored: the file lists the App Clip, which has its own list of domains.
    package var expectations: Expectations {
        guard let appID else { return Expectations() }
        let services = parsedEntries.compactMap(\.service).filter { $0 != .appclips || isAppClip }.unique
        return Expectations(apps: services.map { Expectations.App(appID: AppIdentifier(appID), service: $0) })
    }

    /// The app with its identifier, for display.
    package var name: String { appID.map { "\(app) (\($0))" } ?? app }
}
