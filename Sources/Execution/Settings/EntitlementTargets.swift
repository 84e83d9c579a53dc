import AppSiteAssociation
package import Audit
import Basics
import Entitlements
package import Settings

/// The associated domains of apps, as targets.
package struct EntitlementTargets {
    /// The targets, each domain once, in the order of the lists, including invalid ones.
    package private(set) var entries: [TargetEntry] = []
    /// The apps that list each domain.
    package private(set) var listings: [(listing: AppListing, domain: DomainID)] = []
    /// The target of each entry for links, including wildcards.
    private(set) var linkTargets: [Target] = []
    /// Remarks about the lists for the user, in complete sentences.
    package private(set) var remarks: [String] = []
    /// The app of the command line, if it replaces an identifier that is missing in a list.
    private(set) var standIn: Expectations.App?

    /// Reads the entitlements at `paths`; an app without an identifier gets that of `apps`, if there is exactly one.
    package init(_ paths: [String], apps: [Expectations.App]) throws(UsageError) {
        let given = apps.filter { $0.service == AssociationService.applinks.rawValue }
        var known: Set<DomainID> = []
        // The same app can be found more than once.
        var seen: Set<AppEntitlements> = []
        for path in paths {
            let reading = try EntitlementFiles.read(path)
            remarks += reading.remarks
            for app in reading.apps where seen.insert(app).inserted {
                add(app, standIn: given.count == 1 ? given[0] : nil, &known)
            }
        }
    }

    private mutating func add(_ app: AppEntitlements, standIn: Expectations.App?, _ known: inout Set<DomainID>) {
        let appID = identifier(of: app, standIn: standIn)
        var entriesOfDomain: [DomainID: [String]] = [:]
        var order: [DomainID] = []
        for text in app.entries {
            let domain = AssociatedDomain(text)
            var entry = TargetEntry(input: TargetParser.shown(text), result: domain.target)
            entry.origin = .app(app.source)
            if case .success(let target) = domain.target {
                if domain.service == nil || domain.service == AssociationService.applinks.rawValue {
                    linkTargets.append(target)
                }
                if entriesOfDomain[target.domain] == nil { order.append(target.domain) }
                entriesOfDomain[target.domain, default: []].append(text)
                guard known.insert(target.domain).inserted else { continue }
            }
            entries.append(entry)
        }
        for (index, domain) in order.enumerated() {
            let listing = AppListing(
                app: app.name, appID: appID, source: app.source, entries: entriesOfDomain[domain] ?? [],
                domainCount: order.count, index: index, isDevelopmentBuild: app.isDevelopmentBuild,
                isAppClip: app.isAppClip)
            listings.append((listing, domain))
        }
    }

    private mutating func identifier(of app: AppEntitlements, standIn: Expectations.App?) -> String? {
        let reason: String
        switch app.identifier {
        case .known(let text) where AppIdentifier(text).problems.isEmpty: return text
        case .known(let text): reason = "has \(VisibleText.quote(text)) as its app identifier, which no app can have"
        case .template(let text):
            reason = "has \(VisibleText.quote(text)) as its app identifier, which Xcode completes when it builds"
        case .unknown: reason = "has no app identifier"
        }
        if let standIn {
            self.standIn = standIn
            return standIn.appID
        }
        remarks.append(
            "\(VisibleText.escape(app.source)) \(reason), so the files are not checked for this app. Specify the "
                + "identifier with --app-id."
        )
        return nil
    }
}
