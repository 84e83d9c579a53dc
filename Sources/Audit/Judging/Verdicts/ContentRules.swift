import AppSiteAssociation
import Findings

/// The outcomes of the content of a file, as in the article “Which system reads what” of `AppSiteAssociation`.
struct ContentRules: Sendable {
    private let file: AssociationFile
    private let judgement: FileJudgement
    let possibleApps: Set<AppIdentifier>

    // The findings that can explain a failure.
    private static let impossibleAppCodes: [FindingCode] = [.appIDMalformed, .appIDPlaceholder]
    private static let noRuleCodes: [FindingCode] = [.detailRulesMissing, .ruleMalformed]
    private static let noAppCodes: [FindingCode] = [.appIDMissing, .appIDMalformed, .detailAppIDsDisagree]
    private static let unreadFormCodes: [FindingCode] = [.detailModernOnly, .detailFormsMixed]
    private static let unlistedAppCodes: [FindingCode] = [
        .expectedAppMissing, .serviceNone, .serviceMalformed, .serviceEmpty, .detailAppIDsDisagree,
    ]
    private static let brokenRuleCodes: [FindingCode] = [
        .ruleNeverMatches, .ruleMissesLinks, .variableUndefined, .variableMalformed, .ruleUnreachable, .ruleWidened,
        .ruleNotPrefixMalformed,
    ]

    init?(_ judgement: FileJudgement) {
        guard let file = judgement.file else { return nil }
        self.file = file
        self.judgement = judgement
        let details = file.appLinks?.details ?? []
        let named = details.flatMap { $0.apps + [$0.appID].compactMap(\.self) } + file.appLists.flatMap(\.apps)
        possibleApps = Set(named.map(\.identifier)).filter(\.isPossible)
    }

    /// Returns whether links open `app`, or any app if `app` is `nil`; without links, whether other services work.
    func ruling(_ system: AppleSystem, of app: AppIdentifier?) -> Ruling {
        guard let links = file.appLinks else {
            return app == nil ? rulingWithoutLinks(system) : Ruling(.doesNotWork, because: Self.unlistedAppCodes)
        }
        guard !links.details.isEmpty else {
            return Ruling(.doesNotWork, because: [.detailsMissing, .detailsMalformed])
        }
        if let app {
            let isListed = links.details.contains { detail in
                detail.apps.contains { $0.identifier == app } || detail.appID?.identifier == app
            }
            if !isListed { return Ruling(.doesNotWork, because: Self.unlistedAppCodes) }
            if !possibleApps.contains(app) { return Ruling(.doesNotWork, because: Self.impossibleAppCodes) }
        }
        // Systems up to iOS 12 require `"apps": []`. Documented as details.apps-empty
        if system == .iOS9To12, !links.hasEmptyApps {
            let isMissing = links.appsSource == nil
            return Ruling(.doesNotWork, because: [isMissing ? .applinksAppsMissing : .applinksAppsNotEmpty])
        }
        var earlierApps: Set<AppIdentifier> = []
        var rulings: [Ruling] = []
        // One working app is sufficient for the domain; other apps have their own findings.
        for detail in links.details {
            let listed = apps(of: detail, system).map(\.identifier)
            if let app, !listed.contains(app) { continue }
            var ruling = rulingOnApps(of: detail, on: system).and(rulingOnRules(of: detail, on: system))
            let judgedApps = listed.filter { app == nil || $0 == app }
            let isForNewApp = judgedApps.contains { possibleApps.contains($0) && !earlierApps.contains($0) }
            earlierApps.formUnion(listed)
            if ruling.works == true, !isForNewApp {
                // If an app has two entries, only the first applies; it is unknown whether this is so on systems before
                // iOS 14. Documented as details.same-app-twice
                let isObserved = system == .iOS14 || system == .iOS14DeveloperMode
                ruling = Ruling(isObserved ? .observedToFail : .unknown, because: [.appIDDuplicate])
            }
            rulings.append(ruling)
        }
        guard let first = rulings.first else {
            // The app is listed in a form that the system does not read.
            return Ruling(.doesNotWork, because: system == .iOS9To12 ? Self.unreadFormCodes : Self.unlistedAppCodes)
        }
        let ruling = rulings.dropFirst().reduce(first) { $0.or($1) }
        // The original form of the list is documented as obsolete, but still read. Documented as details.dictionary
        return links.detailsSource?.kind == .object
            ? ruling.and(Ruling(.observedToWork, because: [.detailsLegacyDictionary])) : ruling
    }

    private func rulingWithoutLinks(_ system: AppleSystem) -> Ruling {
        let lists = file.appLists.filter { !$0.apps.isEmpty }
        if lists.isEmpty { return Ruling(.doesNotWork, because: [.serviceNone, .serviceMalformed, .serviceEmpty]) }
        let possible = lists.filter { $0.apps.contains { possibleApps.contains($0.identifier) } }
        if possible.isEmpty { return Ruling(.doesNotWork, because: Self.impossibleAppCodes) }
        return Ruling(possible.contains { Self.isSupported($0.service, on: system) } ? .works : .unknown)
    }

    private static func isSupported(_ service: AssociationService, on system: AppleSystem) -> Bool {
        switch service {
        case .applinks, .webcredentials, .activitycontinuation: true
        // Introduced with iOS 13, iOS 11 and iOS 12.
        case .authsrv, .messagefilter, .classificationreport: system != .iOS9To12
        case .appclips: system == .iOS14 || system == .iOS14DeveloperMode
        }
    }

    private func apps(of detail: AppDetail, _ system: AppleSystem) -> [ListedApp] {
        system == .iOS9To12 ? detail.appsForOldSystems : detail.apps
    }

    private func rulingOnApps(of detail: AppDetail, on system: AppleSystem) -> Ruling {
        let apps = apps(of: detail, system)
        if apps.contains(where: { possibleApps.contains($0.identifier) }) { return Ruling(.works) }
        if !apps.isEmpty { return Ruling(.doesNotWork, because: Self.impossibleAppCodes) }
        // Documented as details.app-id, details.half-forms
        let isUnreadForm = system == .iOS9To12 && detail.appIDs != nil
        return Ruling(.doesNotWork, because: isUnreadForm ? Self.unreadFormCodes : Self.noAppCodes)
    }

    private func rulingOnRules(of detail: AppDetail, on system: AppleSystem) -> Ruling {
        if system == .iOS9To12 {
            if let rules = detail.pathRules { return ruling(rules) }
            // It is unknown how systems that do not support `components` interpret an entry without `paths`.
            // Documented as details.half-forms
            return Ruling(.unknown, because: [.detailModernOnly, .detailFormsMixed, .detailRulesMissing])
        }
        if let rules = detail.componentRules {
            // Documented as details.components-empty
            if rules.isEmpty { return Ruling(.observedToFail, because: Self.noRuleCodes) }
            return system == .iOS13 ? rulingOnIOS13(ruling(rules), rules, of: detail) : ruling(rules)
        }
        if let rules = detail.pathRules { return ruling(rules) }
        // Without rules, every URL matches; it is unknown whether this is so on iOS 13. Documented as details.no-rules
        return Ruling(system == .iOS13 ? .unknown : .observedToWork, because: [.detailRulesMissing])
    }

    /// Adjusts `ruling` to iOS 13, which supports neither `defaults` nor `percentEncoded`.
    /// Documented as defaults.before-ios-14, encoding.before-ios-14
    private func rulingOnIOS13(_ ruling: Ruling, _ rules: [LinkRule], of detail: AppDetail) -> Ruling {
        let hasDefaults = detail.defaults != nil || file.appLinks?.defaults != nil
        if ruling.works == false {
            // Without the defaults, the rules have a different meaning, unless each of them is itself an exclusion.
            let allExclude = rules.allSatisfy { $0.fields?.exclude?.boolean == true }
            return hasDefaults && !allExclude ? Ruling(.unknown, because: ruling.because) : ruling
        }
        let hasUsableRule = rules.contains { !$0.excludes && judgement.hasIntendedEffect($0) && !$0.needsDecoding }
        return hasUsableRule ? ruling : Ruling(.unknown)
    }

    private func ruling(_ rules: [LinkRule]) -> Ruling {
        if rules.isEmpty { return Ruling(.doesNotWork, because: Self.noRuleCodes) }
        let openingRules = rules.filter { !$0.excludes }
        if openingRules.isEmpty { return Ruling(.doesNotWork, because: [.rulesOnlyExclude]) }
        return openingRules.contains(where: judgement.hasIntendedEffect)
            ? Ruling(.works) : Ruling(.doesNotWork, because: Self.brokenRuleCodes)
    }
}

extension LinkRule {
    /// Whether a pattern can match only a decoded URL, because it contains a space or a non-ASCII character.
    fileprivate var needsDecoding: Bool {
        !isPercentEncoded && patterns.contains { !$0.text.utf8.allSatisfy { (0x21...0x7e).contains($0) } }
    }
}
