extension AssociationMeaning {
    /// Compares the links that open each app, on current and on old systems, and then the preferred apps.
    static func compareLinks(
        _ first: AppRules, _ second: AppRules, matchers: (first: LinkMatcher, second: LinkMatcher),
        budget: inout WorkBudget
    ) -> Comparison {
        var isUnknown = false
        var comparedLists: Set<[Int]> = []
        for isForOldSystems in [false, true] {
            let listIndex = isForOldSystems ? \AppRules.listIndexForOldSystems : \AppRules.listIndex
            for app in first.apps {
                // Apps that share an entry have the same rules.
                guard let firstList = first[keyPath: listIndex][app], let secondList = second[keyPath: listIndex][app],
                    comparedLists.insert([firstList, secondList]).inserted
                else { continue }
                let answer = RuleListComparison.difference(
                    first.lists[firstList], second.lists[secondList], budget: &budget)
                guard case .link(let example, let opensInFirst) = answer else {
                    if answer == .unknown { isUnknown = true }
                    continue
                }
                let link = example.description
                if isForOldSystems { return .different(.linkOnOldSystems(link, app: app, opensInFirst: opensInFirst)) }
                if example.opens(app, by: matchers.first) == opensInFirst,
                    example.opens(app, by: matchers.second) == !opensInFirst
                {
                    return .different(.link(link, app: app, opensInFirst: opensInFirst))
                }
                isUnknown = true
            }
        }
        let preferences = comparePreferences(first, second, budget: &budget)
        return isUnknown && preferences == .same ? .unknown : preferences
    }

    private static let maxPairs = 50

    /// Compares the preferred app of links that open two apps, if the files list these apps in different orders.
    /// Documented as details.order-of-apps
    private static func comparePreferences(
        _ first: AppRules, _ second: AppRules, budget: inout WorkBudget
    ) -> Comparison {
        guard first.apps != second.apps else { return .same }
        let indexInSecond = Dictionary(
            second.apps.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
        var pairCount = 0
        var isUnknown = false
        for (index, app) in first.apps.enumerated() {
            for later in first.apps[(index + 1)...] {
                guard budget.spend(1) else { return .unknown }
                guard let appIndex = indexInSecond[app], let laterIndex = indexInSecond[later], laterIndex < appIndex,
                    let list = first.listIndex[app], let laterList = first.listIndex[later]
                else { continue }
                pairCount += 1
                guard pairCount <= maxPairs else { return .unknown }
                switch RuleListComparison.overlap(first.lists[list], first.lists[laterList], budget: &budget) {
                case .noLink: break
                case .unknown: isUnknown = true
                case .link(let example, _):
                    return .different(.preference(example.description, inFirst: app, inSecond: later))
                }
            }
        }
        return isUnknown ? .unknown : .same
    }
}

extension LinkExample {
    /// Returns whether the link opens `app` according to `matcher`; `nil` if the example is not a URL.
    func opens(_ app: AppIdentifier, by matcher: LinkMatcher) -> Bool? {
        url.map { matcher.match($0, app: app).outcome == .match }
    }
}
