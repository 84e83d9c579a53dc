import Basics

struct LinkComparer {
    let first: AppRules
    let second: AppRules
    let matchers: [LinkMatcher]
    var budget: WorkBudget

    mutating func compare() -> AssociationMeaning.Comparison {
        var isUnknown = false
        var comparedLists: Set<[Int]> = []
        for isOld in [false, true] {
            let (firstLists, secondLists) =
                isOld ? (first.oldListOfApp, second.oldListOfApp) : (first.listOfApp, second.listOfApp)
            for app in first.apps {
                // Apps that share an entry have the same rules.
                guard let firstList = firstLists[app], let secondList = secondLists[app],
                    comparedLists.insert([firstList, secondList]).inserted
                else { continue }
                let answer = RuleListComparison.compare(
                    first.lists[firstList], second.lists[secondList], budget: &budget)
                guard case .different(let example, let openedByFirst) = answer else {
                    if answer == .unknown { isUnknown = true }
                    continue
                }
                if isOld {
                    return .different(.linkOnOldSystems(example.description, app: app, opensInFirst: openedByFirst))
                }
                if example.opens(app, by: matchers) == [openedByFirst, !openedByFirst] {
                    return .different(.link(example.description, app: app, opensInFirst: openedByFirst))
                }
                isUnknown = true
            }
        }
        let comparison = comparePreferences()
        return isUnknown && comparison == .same ? .unknown : comparison
    }

    private static let pairLimit = 50

    /// Compares the preferred app of links that open two apps, if the files list these apps in different orders.
    /// Rule: details.order-of-apps
    private mutating func comparePreferences() -> AssociationMeaning.Comparison {
        guard first.apps != second.apps else { return .same }
        let indexInSecond = Dictionary(
            second.apps.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
        var pairs = 0
        var isUnknown = false
        for (index, app) in first.apps.enumerated() {
            for later in first.apps[(index + 1)...] {
                guard budget.spend(1) else { return .unknown }
                guard let appIndex = indexInSecond[app], let laterIndex = indexInSecond[later], laterIndex < appIndex,
                    let list = first.listOfApp[app], let laterList = first.listOfApp[later]
                else { continue }
                pairs += 1
                guard pairs <= Self.pairLimit else { return .unknown }
                switch RuleListComparison.overlap(first.lists[list], first.lists[laterList], budget: &budget) {
                case .same: break
                case .unknown: isUnknown = true
                case .different(let example, _):
                    return .different(.preference(example.description, inFirst: app, inSecond: later))
                }
            }
        }
        return isUnknown ? .unknown : .same
    }
}

extension LinkExample {
    /// Returns whether the link opens `app` according to each of `matchers`; `nil` if the example is not a URL.
    func opens(_ app: AppIdentifier, by matchers: [LinkMatcher]) -> [Bool]? {
        guard let url else { return nil }
        return matchers.map { $0.match(url, app: app).outcome == .match }
    }
}

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
