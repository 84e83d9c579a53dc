import Basics

/// The rules of each app of a file, in the order of preference.
struct AppRules {
    /// The apps without duplicates, in the order of their first occurrence.
    private(set) var apps: [AppIdentifier] = []
    /// The index of the list of rules that current systems use, by app.
    private(set) var listOfApp: [AppIdentifier: Int] = [:]
    /// The index of the list of `paths` that iOS 12 and earlier use, by app in `appID`.
    private(set) var oldListOfApp: [AppIdentifier: Int] = [:]
    private(set) var lists: [[RuleLanguage?]] = []

    init(_ links: AppLinks) {
        var builder = RuleLanguageBuilder()
        for detail in links.details {
            // If several entries list the same app, only the first takes effect.
            let newApps = detail.apps.map(\.identifier).unique.filter { listOfApp[$0] == nil }
            if !newApps.isEmpty {
                for app in newApps { listOfApp[app] = lists.count }
                apps += newApps
                lists.append(links.isDecidable ? builder.languages(of: detail.rules) : [nil])
            }
            if let app = detail.appID?.identifier, oldListOfApp[app] == nil, let paths = detail.pathRules {
                oldListOfApp[app] = lists.count
                lists.append(links.isDecidable ? paths.map { builder.language(of: $0) } : [nil])
            }
        }
    }
}
