/// A comparison of the links of two files with the same apps.
struct LinkComparer {
    let first: AppRules
    let second: AppRules
    let matchers: (LinkMatcher, LinkMatcher)
    var budget: WorkBudget

    /// The results for pairs of lists: apps that share an entry have the same rules, so each pair is compared once.
    private var known: [[Int]: RuleListComparison.Answer] = [:]

    init(first: AppRules, second: AppRules, matchers: (LinkMatcher, LinkMatcher), budget: WorkBudget) {
        self.first = first
        self.second = second
        self.matchers = matchers
        self.budget = budget
    }

    mutating func compare() -> AssociationMeaning.Comparison {
        var isUnknown = false
        for app in first.apps {
            guard let own = first.current[app], let other = second.current[app] else { continue }
            switch answer(own, other) {
            case .same: break
            case .unknown: isUnknown = true
            case .different(let example, let openedByFirst):
                guard confirms(example, app, openedByFirst) else {
                    isUnknown = true
                    continue
                }
                return .different(.link(example.description, app: app, opensInFirst: openedByFirst))
            }
        }
        for app in first.apps {
            guard let own = first.old[app], let other = second.old[app] else { continue }
            switch answer(own, other) {
            case .same: break
            case .unknown: isUnknown = true
            case .different(let example, let openedByFirst):
                return .different(.linkOnOldSystems(example.description, app: app, opensInFirst: openedByFirst))
            }
        }
        switch preference() {
        case .same: break
        case .unknown: isUnknown = true
        case .different(let difference): return .different(difference)
        }
        return isUnknown ? .unknown : .same
    }

    private mutating func answer(_ own: Int, _ other: Int) -> RuleListComparison.Answer {
        if let answer = known[[own, other]] { return answer }
        let answer = RuleListComparison.compare(first.lists[own], second.lists[other], budget: &budget)
        known[[own, other]] = answer
        return answer
    }

    /// Whether the matcher confirms that the link opens the app according to only one of the files.
    private func confirms(_ example: LinkExample, _ app: AppIdentifier, _ openedByFirst: Bool) -> Bool {
        guard let url = try? LinkURL("https://example.com" + example.description) else { return false }
        let opens = [matchers.0, matchers.1].map { $0.match(url, app: app).outcome == .match }
        return opens == [openedByFirst, !openedByFirst]
    }

    // MARK: - The preferred app

    /// The maximum number of pairs of apps whose order is compared.
    private static let pairLimit = 50

    /// Compares the preferred app of links that open two apps in different orders; the first one is preferred.
    ///
    /// Rule: details.order-of-apps
    private mutating func preference() -> AssociationMeaning.Comparison {
        guard first.apps != second.apps else { return .same }
        let indexInSecond = Dictionary(
            second.apps.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
        var pairs = 0
        var isUnknown = false
        for (index, app) in first.apps.enumerated() {
            for later in first.apps[(index + 1)...] {
                guard budget.spend(1) else { return .unknown }
                guard let appIndex = indexInSecond[app], let laterIndex = indexInSecond[later], laterIndex < appIndex,
                    let own = first.current[app], let other = first.current[later]
                else { continue }
                pairs += 1
                guard pairs <= Self.pairLimit else { return .unknown }
                switch RuleListComparison.overlap(first.lists[own], first.lists[other], budget: &budget) {
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
