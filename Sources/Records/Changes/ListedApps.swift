package import Audit

package struct ListedApps: Sendable {
    private static let maxApps = 200
    private static let maxDomains = 200

    package struct App: Sendable {
        /// The first listing of the app, which identifies the app.
        package let listing: AppListing
        package var domains: [Domain] { keptDomains.sorted { $0.index < $1.index } }
        package fileprivate(set) var count = 0
        fileprivate var keptDomains: [Domain] = []

        fileprivate mutating func add(_ domain: Domain) {
            count += 1
            if keptDomains.count < ListedApps.maxDomains { keptDomains.append(domain) }
        }

        /// The number of domains as a phrase, with the maximum that Apple used to recommend if the number exceeds it.
        package var domainCount: String {
            let count = listing.domainCount
            return "\(count) \(count == 1 ? "domain" : "domains")"
                + (count > AppListing.maxAdvisedDomains
                    ? " (Apple used to advise at most \(AppListing.maxAdvisedDomains))" : "")
        }
    }

    package struct Domain: Sendable {
        package let name: String
        package let status: DomainStatus
        package let entries: [String]
        fileprivate let index: Int
    }

    package var apps: [App] {
        keptApps.values.sorted { ($0.listing.source, $0.listing.app) < ($1.listing.source, $1.listing.app) }
    }
    package private(set) var omitted = 0
    private var keptApps: [[String]: App] = [:]

    package init() {}

    package mutating func add(_ report: DomainReport) {
        for listing in report.listings {
            let key = [listing.source, listing.app]
            guard keptApps[key] != nil || keptApps.count < Self.maxApps else {
                if listing.index == 0 { omitted += 1 }
                continue
            }
            keptApps[key, default: App(listing: listing)].add(
                Domain(name: report.name, status: report.status, entries: listing.entries, index: listing.index))
        }
    }
}
