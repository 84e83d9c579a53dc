import Basics

/// The rules of the apps of a file.
struct AppRules {
    /// The apps without duplicates, in the order in which they first occur, and in which systems prefer them.
    private(set) var apps: [AppIdentifier] = []
    /// The index of the list of rules that current systems use, by app.
    private(set) var listIndex: [AppIdentifier: Int] = [:]
    /// The index of the list of `paths` that iOS 12 and earlier use, by app; these systems read the app from `appID`.
    private(set) var listIndexForOldSystems: [AppIdentifier: Int] = [:]
    private(set) var lists: [[RuleLanguage?]] = []

    /// A list in place of rules that are too complex; its unknown rule leaves every comparison undecided.
    private static let undecidable: [RuleLanguage?] = [nil]

    init(_ links: AppLinks) {
        var builder = RuleLanguageBuilder()
        for detail in links.details {
            // If several entries list the same app, only the first is assumed to take effect.
            let newApps = detail.apps.map(\.identifier).unique.filter { listIndex[$0] == nil }
            if !newApps.isEmpty {
                for app in newApps { listIndex[app] = lists.count }
                apps += newApps
                lists.append(links.isDecidable ? builder.languages(of: detail.rules) : Self.undecidable)
            }
            if let app = detail.appID?.identifier, listIndexForOldSystems[app] == nil, let paths = detail.pathRules {
                listIndexForOldSystems[app] = lists.count
                lists.append(links.isDecidable ? paths.map { builder.language(of: $0) } : Self.undecidable)
            }
        }
    }
}
