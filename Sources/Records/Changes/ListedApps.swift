package import Audit
import Basics

/// The apps of entitlements, and the domains of the run that each app lists.
package struct ListedApps: Sendable {
    private static let maxApps = 200
    private static let maxDomains = 200

    package struct App: Sendable {
        /// The first listing of the app, which identifies the app.
        package let listing: AppListing
        package fileprivate(set) var domains = LimitedList<Domain>()

        /// A phrase with the number of domains that the app lists, and with Apple's former maximum if it is exceeded.
        package var domainCountText: String {
            let count = listing.domainCount
            return Phrase.count(count, "domain")
                + (count > AppListing.maxAdvisedDomains
                    ? " (Apple used to advise at most \(AppListing.maxAdvisedDomains))" : "")
        }
    }

    package struct Domain: Sendable {
        package let name: String
        package let status: DomainStatus
        package let entries: [String]
    }

    package var apps: [App] {
        appsByKey.values.sorted { ($0.listing.source, $0.listing.app) < ($1.listing.source, $1.listing.app) }
    }
    /// The number of apps beyond the maximum.
    package private(set) var omitted = 0
    private var appsByKey: [[String]: App] = [:]

    package init() {}

    package mutating func add(_ report: DomainReport) {
        for listing in report.listings {
            let key = [listing.source, listing.app]
            guard appsByKey[key] != nil || appsByKey.count < Self.maxApps else {
                // Each app is counted once, at its first domain.
                if listing.index == 0 { omitted += 1 }
                continue
            }
            appsByKey[key, default: App(listing: listing)].domains.add(
                Domain(name: report.name, status: report.status, entries: listing.entries), at: listing.index,
                keeping: Self.maxDomains)
        }
    }
}
