/// The rules of each app of a file, in the order of preference.
struct AppRules {
    /// The apps, each once, in the order in which they are named.
    let apps: [AppIdentifier]
    /// For each app the index of the list of rules that current systems follow.
    let current: [AppIdentifier: Int]
    /// For each app that `appID` names, the index of the list in `paths` that iOS 12 and earlier follow.
    let old: [AppIdentifier: Int]
    /// The lists.
    let lists: [[RuleLanguage?]]

    init(_ links: AppLinks) {
        var builder = RuleLanguageBuilder()
        var apps: [AppIdentifier] = []
        var current: [AppIdentifier: Int] = [:]
        var old: [AppIdentifier: Int] = [:]
        var lists: [[RuleLanguage?]] = []
        for detail in links.details {
            var index: Int?
            // Of several entries for one app only the first counts.
            for app in detail.apps.map(\.identifier) where current[app] == nil {
                if index == nil {
                    index = lists.count
                    lists.append(links.isDecidable ? builder.languages(of: detail.rules) : [nil])
                }
                current[app] = index
                apps.append(app)
            }
            if let app = detail.appID?.identifier, old[app] == nil, let paths = detail.pathRules {
                old[app] = lists.count
                lists.append(links.isDecidable ? paths.map { builder.language(of: $0) } : [nil])
            }
        }
        self.apps = apps
        self.current = current
        self.old = old
        self.lists = lists
    }
}
