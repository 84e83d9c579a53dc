import Basics

/// A change from an earlier to a later association file.
package enum AssociationChange: Hashable, Sendable {
    case serviceAdded(AssociationService)
    case serviceRemoved(AssociationService)
    case appAdded(AppIdentifier, service: AssociationService)
    case appRemoved(AppIdentifier, service: AssociationService)
    /// An added rule of an app, as JSON.
    case ruleAdded(String, app: AppIdentifier)
    /// A removed rule of an app, as JSON.
    case ruleRemoved(String, app: AppIdentifier)
    /// Links that no longer open an app; the example is one of the shortest, without a host.
    case linksLost(String, app: AppIdentifier)
    /// Links that newly open an app; the example is one of the shortest, without a host.
    case linksGained(String, app: AppIdentifier)
    /// An app whose links could not be compared, because its rules are too complex.
    case linksUndecided(app: AppIdentifier)

    /// The maximum number of changes of one file that are reported.
    package static let maxCount = 100
    private static let maxSteps = 10_000_000

    /// Returns the changes from an earlier to a later file: services and apps, then rules and links of apps in both.
    ///
    /// Changes to links are only reported if the matcher confirms the example. If only the notation of rules has
    /// changed, this is a change to rules, but not to links.
    package static func changes(from earlier: AssociationFile, to later: AssociationFile) -> [AssociationChange] {
        var changes = changesOfApps(earlier, later)
        if let earlierLinks = earlier.appLinks, let laterLinks = later.appLinks,
            JSONPrinter.print(earlierLinks.source) != JSONPrinter.print(laterLinks.source)
        {
            changes += changesOfRules(earlierLinks, laterLinks)
            let matchers = (earlier: LinkMatcher(earlier), later: LinkMatcher(later))
            changes += changesOfLinks(AppRules(earlierLinks), AppRules(laterLinks), matchers: matchers)
        }
        return Array(changes.prefix(maxCount))
    }

    /// Returns the changes of services and apps; a service without apps is equivalent to no service.
    static func changesOfApps(_ earlier: AssociationFile, _ later: AssociationFile) -> [AssociationChange] {
        var changes: [AssociationChange] = []
        for service in AssociationService.allCases {
            let earlierApps = earlier.apps(of: service).map(\.identifier).unique
            let laterApps = later.apps(of: service).map(\.identifier).unique
            if earlierApps.isEmpty, !laterApps.isEmpty { changes.append(.serviceAdded(service)) }
            if !earlierApps.isEmpty, laterApps.isEmpty { changes.append(.serviceRemoved(service)) }
            let earlierSet = Set(earlierApps)
            let laterSet = Set(laterApps)
            changes += earlierApps.filter { !laterSet.contains($0) }.map { .appRemoved($0, service: service) }
            changes += laterApps.filter { !earlierSet.contains($0) }.map { .appAdded($0, service: service) }
        }
        return changes
    }

    private static func changesOfRules(_ earlier: AppLinks, _ later: AppLinks) -> [AssociationChange] {
        let oldRules = rulesByApp(earlier)
        let newRules = Dictionary(uniqueKeysWithValues: rulesByApp(later))
        var changes: [AssociationChange] = []
        var reported: Set<[[String]]> = []
        for (app, old) in oldRules {
            // For apps with the same change, the changes are reported once.
            guard let new = newRules[app], old != new, reported.insert([old, new]).inserted else { continue }
            changes += missing(old, in: new).map { .ruleRemoved($0, app: app) }
            changes += missing(new, in: old).map { .ruleAdded($0, app: app) }
        }
        return changes
    }

    private static func rulesByApp(_ links: AppLinks) -> [(AppIdentifier, [String])] {
        var listedApps: Set<AppIdentifier> = []
        return links.details.flatMap { detail in
            let apps = detail.apps.map(\.identifier).filter { listedApps.insert($0).inserted }
            let rules = apps.isEmpty ? [] : (detail.rules ?? []).map { JSONPrinter.print($0.source) }
            return apps.map { ($0, rules) }
        }
    }

    /// Returns `texts` without those in `others`; each of `others` removes one occurrence.
    private static func missing(_ texts: [String], in others: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for text in others { counts[text, default: 0] += 1 }
        return texts.filter { text in
            guard let count = counts[text], count > 0 else { return true }
            counts[text] = count - 1
            return false
        }
    }

    private static func changesOfLinks(
        _ earlier: AppRules, _ later: AppRules, matchers: (earlier: LinkMatcher, later: LinkMatcher)
    ) -> [AssociationChange] {
        var budget = WorkBudget(steps: maxSteps)
        var comparedLists: Set<[Int]> = []
        var changes: [AssociationChange] = []
        for app in earlier.apps {
            guard let oldIndex = earlier.listIndex[app], let newIndex = later.listIndex[app] else { continue }
            // Apps that share an entry are reported together.
            guard comparedLists.insert([oldIndex, newIndex]).inserted else { continue }
            let (old, new) = (earlier.lists[oldIndex], later.lists[newIndex])
            let lost = RuleListComparison.loss(from: old, to: new, budget: &budget)
            let gained = RuleListComparison.loss(from: new, to: old, budget: &budget)
            if case .link(let example, _) = lost, example.opens(app, by: matchers.earlier) == true,
                example.opens(app, by: matchers.later) == false
            {
                changes.append(.linksLost(example.description, app: app))
            }
            if case .link(let example, _) = gained, example.opens(app, by: matchers.earlier) == false,
                example.opens(app, by: matchers.later) == true
            {
                changes.append(.linksGained(example.description, app: app))
            }
            if lost == .unknown || gained == .unknown { changes.append(.linksUndecided(app: app)) }
        }
        return changes
    }
}
