package import Audit

/// The apps whose entitlements were given, each with its domains: a run by app and target.
package struct ListedApps: Sendable {
    /// The most apps, and the most domains of an app, that are kept; the counts go on.
    package static let limit = (apps: 200, domains: 200)

    /// One app or target.
    package struct App: Sendable {
        /// The first of its listings, which says who it is.
        package let listing: AppListing
        /// Its domains with their entries, in the order of its list.
        package var domains: [Domain] { kept.sorted { $0.index < $1.index } }
        /// The number of domains of the app in the run.
        package fileprivate(set) var count = 0
        fileprivate var kept: [Domain] = []

        /// The number of domains beside what Apple used to advise, as a phrase.
        package var domainCount: String {
            let count = listing.domainCount
            return "\(count) \(count == 1 ? "domain" : "domains")"
                + (count > AppListing.advisedDomains
                    ? " (Apple used to advise at most \(AppListing.advisedDomains))" : "")
        }
    }

    /// One domain of an app.
    package struct Domain: Sendable {
        /// Its name.
        package let name: String
        /// Its state.
        package let status: DomainStatus
        /// The entries of the app for it.
        package let entries: [String]
        fileprivate let index: Int
    }

    /// The apps, in the order of their sources and names.
    package var apps: [App] {
        kept.values.sorted { ($0.listing.source, $0.listing.app) < ($1.listing.source, $1.listing.app) }
    }
    /// The number of apps that are not in ``apps``.
    package private(set) var omitted = 0
    private var kept: [[String]: App] = [:]

    /// Creates a list without apps.
    package init() {}

    /// Adds a domain.
    package mutating func add(_ report: DomainReport) {
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
