public import Audit

/// The apps whose entitlements were given, each with its domains: a run by app and target.
public struct ListedApps: Sendable {
    /// The most apps, and the most domains of an app, that are kept; the counts go on.
    public static let limit = (apps: 200, domains: 200)

    /// One app or target.
    public struct App: Sendable {
        /// The first of its listings, which says who it is.
        public let listing: AppListing
        /// Its domains with their entries, in the order of its list.
        public var domains: [Domain] { kept.sorted { $0.index < $1.index } }
        /// How many domains of it are in the run.
        public fileprivate(set) var count = 0
        fileprivate var kept: [Domain] = []

        /// The number of domains beside what Apple used to advise, as a phrase.
        public var domainCount: String {
            let count = listing.domainCount
            return "\(count) \(count == 1 ? "domain" : "domains")"
                + (count > AppListing.advisedDomains
                    ? " (Apple used to advise at most \(AppListing.advisedDomains))" : "")
        }
    }

    /// One domain of an app.
    public struct Domain: Sendable {
        /// Its name.
        public let name: String
        /// Its state.
        public let status: DomainStatus
        /// The entries of the app for it.
        public let entries: [String]
        fileprivate let index: Int
    }

    /// The apps, in the order of their sources and names.
    public var apps: [App] {
        kept.values.sorted { ($0.listing.source, $0.listing.app) < ($1.listing.source, $1.listing.app) }
    }
    /// How many apps there are besides those.
    public private(set) var omitted = 0
    private var kept: [[String]: App] = [:]

    /// Creates a list without apps.
    public init() {}

    /// Adds a domain.
    public mutating func add(_ report: DomainReport) {
        for listing in report.listings {
            let key = [listing.source, listing.app]
            if kept[key] == nil {
                guard kept.count < Self.limit.apps else {
                    if listing.index == 0 { omitted += 1 }
                    continue
                }
                kept[key] = App(listing: listing)
            }
            kept[key]?.count += 1
            guard kept[key].map({ $0.kept.count < Self.limit.domains }) ?? false else { continue }
            kept[key]?.kept.append(
                Domain(name: report.name, status: report.status, entries: listing.entries, index: listing.index))
        }
    }
}
