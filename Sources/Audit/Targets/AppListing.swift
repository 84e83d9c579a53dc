import AppSiteAssociation

/// An app that lists a domain among its associated domains, and how.
public struct AppListing: Hashable, Sendable {
    /// The name of the app, or of the target of a project.
    public var app: String
    /// Its identifier; `nil` where it is not known.
    public var appID: String?
    /// The place in which the list was found: a path, and the position in it.
    public var source: String
    /// The entries for this domain, as they are written.
    public var entries: [String]
    /// The number of all domains that the app lists.
    public var domainCount: Int
    /// The position of this domain among them, from 0.
    public var index: Int
    /// Whether it is a build for the devices of developers; `nil` where it is not built yet.
    public var isDevelopmentBuild: Bool?
    /// Whether it is an App Clip.
    public var isAppClip: Bool

    /// Creates a listing.
    public init(
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

    /// Apple used to advise no more domains than this. Rule: domains.count
    public static let advisedDomains = 30

    /// The entries, read.
    public var domains: [AssociatedDomain] { entries.map { AssociatedDomain($0) } }

    /// The expectations of the domain's file: that it names the app for each service for which the app lists the domain.
    ///
    /// For App Clips a file names the App Clip, which has a list of its own.
    public var expectations: Expectations {
        guard let appID else { return Expectations() }
        var expectations = Expectations()
        for service in domains.compactMap(\.service) where service != AssociationService.appclips.rawValue || isAppClip
        {
            expectations.add(Expectations(apps: [Expectations.App(appID: appID, service: service)]))
        }
        return expectations
    }

    /// The app with its identifier, for people.
    public var name: String { appID.map { "\(app) (\($0))" } ?? app }
}
