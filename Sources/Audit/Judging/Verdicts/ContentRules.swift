import AppSiteAssociation
import Findings

/// What the content of a file means for each generation of systems.
///
/// The article “Which system reads what” of `AppSiteAssociation` has the outcomes as a table.
struct ContentRules {
    private let file: AssociationFile
    /// Whether a rule can decide about some link.
    private let canDecide: (LinkRule) -> Bool
    /// The apps that there can be, among those that are named.
    private let possibleApps: Set<AppIdentifier>

    private static let appCodes: [FindingCode] = [.appIDMalformed, .appIDPlaceholder]
    private static let ruleCodes: [FindingCode] = [
        .ruleNeverMatches, .variableUndefined, .variableMalformed, .ruleUnreachable, .ruleWidened,
        .ruleNotPrefixMalformed,
    ]

    init(_ file: AssociationFile, canDecide: @escaping (LinkRule) -> Bool) {
        self.file = file
        self.canDecide = canDecide
        let details = file.appLinks?.details ?? []
        let named = details.flatMap { $0.apps + [$0.appID].compactMap(\.self) } + file.appLists.flatMap(\.apps)
        possibleApps = Set(named.map(\.identifier)).filter(\.isPossible)
    }

    /// Whether links open an app on `system`; for a file without universal links, whether its other services work.
    func ruling(_ system: AppleSystem) -> Ruling {
        guard let links = file.appLinks else { return withoutLinks(system) }
        guard !links.details.isEmpty else {
            return Ruling(.doesNotWork, because: [.detailsMissing, .detailsMalformed])
        }
        if system == .iOS9To12, let ruling = emptyAppsDemand(links) { return ruling }
        var known: Set<AppIdentifier> = []
        // One app that works is enough for the domain; the others have findings of their own.
        let ruling = links.details.map { detail in
            let apps = apps(of: detail, system).map(\.identifier)
            defer { known.formUnion(apps) }
            let ruling = self.ruling(detail, system)
            let isForNewApp = apps.contains { possibleApps.contains($0) && !known.contains($0) }
            guard ruling.outcome == .works, !isForNewApp else { return ruling }
            // Of two entries for one app only the first counts; of earlier systems that is not known.
            // Rule: details.same-app-twice
            return Ruling(
                system == .iOS14 || system == .iOS14DeveloperMode ? .doesNotWork : .unknown, because: [.appIDDuplicate])
        }.reduce(Ruling(.doesNotWork)) { $0.or($1) }
        return ruling.outcome == .works ? Ruling(.works) : ruling
    }

    private func withoutLinks(_ system: AppleSystem) -> Ruling {
        let lists = file.appLists.filter { !$0.apps.isEmpty }
        if lists.isEmpty { return Ruling(.doesNotWork, because: [.serviceNone, .serviceMalformed]) }
        let possible = lists.filter { $0.apps.contains { possibleApps.contains($0.identifier) } }
        if possible.isEmpty { return Ruling(.doesNotWork, because: Self.appCodes) }
        return Ruling(possible.contains { Self.knows($0.service, system) } ? .works : .unknown)
    }

    private static func knows(_ service: AssociationService, _ system: AppleSystem) -> Bool {
        switch service {
        case .applinks, .webcredentials, .activitycontinuation: true
        // They came with iOS 13, iOS 11 and iOS 12.
        case .authsrv, .messagefilter, .classificationreport: system != .iOS9To12
        case .appclips: system == .iOS14 || system == .iOS14DeveloperMode
        }
    }

    /// What systems up to iOS 12, which want `"apps": []`, make of `apps`. Rule: details.apps-empty
    private func emptyAppsDemand(_ links: AppLinks) -> Ruling? {
        guard let apps = links.appsSource else { return Ruling(.doesNotWork, because: [.applinksAppsMissing]) }
        guard apps.kind == .array, apps.count == 0 else {
            return Ruling(.doesNotWork, because: [.applinksAppsNotEmpty])
        }
        return nil
    }

    // MARK: One entry of `details`

    private func ruling(_ detail: AppDetail, _ system: AppleSystem) -> Ruling {
        apps(detail, system).and(system == .iOS9To12 ? oldRules(detail) : newRules(detail, system))
    }

    /// The apps that `system` reads in the entry: up to iOS 12 it does not know `appIDs`. Rule: details.app-ids
    private func apps(of detail: AppDetail, _ system: AppleSystem) -> [ListedApp] {
        guard system == .iOS9To12, detail.appsOrigin != .dictionaryKey else { return detail.apps }
        return [detail.appID].compactMap(\.self)
    }

    private func apps(_ detail: AppDetail, _ system: AppleSystem) -> Ruling {
        let apps = apps(of: detail, system)
        // Rules: details.app-id, details.half-forms
        if system == .iOS9To12, apps.isEmpty, detail.appIDs != nil {
            return Ruling(.doesNotWork, because: [.detailModernOnly, .detailFormsMixed])
        }
        if apps.isEmpty {
            return Ruling(.doesNotWork, because: [.appIDMissing, .appIDMalformed, .detailAppIDsDisagree])
        }
        return apps.contains { possibleApps.contains($0.identifier) }
            ? Ruling(.works) : Ruling(.doesNotWork, because: Self.appCodes)
    }

    private func oldRules(_ detail: AppDetail) -> Ruling {
        if let rules = detail.pathRules { return ruling(rules) }
        // What systems that do not know `components` make of an entry without `paths` is not known.
        // Rule: details.half-forms
        return Ruling(.unknown, because: [.detailModernOnly, .detailFormsMixed, .detailRulesMissing])
    }

    private func newRules(_ detail: AppDetail, _ system: AppleSystem) -> Ruling {
        switch detail.rules {
        case .components(let rules):
            system == .iOS13 ? onIOS13(ruling(rules), rules, of: detail) : ruling(rules)
        case .paths(let rules): ruling(rules)
        // Without rules every URL matches; of iOS 13 that is not known. Rule: details.no-rules
        case .everything: Ruling(system == .iOS13 ? .unknown : .works, because: [.detailRulesMissing])
        }
    }

    /// What `ruling` of current systems means for iOS 13, which does not know `defaults` and `percentEncoded`.
    ///
    /// Rules: defaults.before-ios-14, encoding.before-ios-14
    private func onIOS13(_ ruling: Ruling, _ rules: [LinkRule], of detail: AppDetail) -> Ruling {
        let hasDefaults = detail.defaults != nil || file.appLinks?.defaults != nil
        if ruling.outcome == .doesNotWork {
            // Without the defaults the rules say something else, unless each of them is an exclusion by itself.
            let isByItself = rules.allSatisfy { $0.fields?.exclude?.boolean == true }
            return hasDefaults && !isByItself ? Ruling(.unknown, because: ruling.because) : ruling
        }
        let isRead = rules.contains { !$0.excludes && canDecide($0) && !$0.needsDecoding }
        return isRead ? ruling : Ruling(.unknown)
    }

    private func ruling(_ rules: [LinkRule]) -> Ruling {
        // Rule: details.components-empty
        if rules.isEmpty { return Ruling(.doesNotWork, because: [.detailRulesMissing, .ruleMalformed]) }
        let opening = rules.filter { !$0.excludes }
        if opening.isEmpty { return Ruling(.doesNotWork, because: [.rulesOnlyExclude]) }
        return opening.contains(where: canDecide) ? Ruling(.works) : Ruling(.doesNotWork, because: Self.ruleCodes)
    }
}

extension LinkRule {
    /// Whether a pattern can match only after the URL was decoded: written URLs have neither spaces nor non-ASCII characters.
    fileprivate var needsDecoding: Bool {
        var texts = [path, fragment].compactMap { $0?.pattern.text }
        switch query {
        case .whole(let whole): texts.append(whole.pattern.text)
        case .items(let items): texts += items.map(\.value.pattern.text)
        case nil: break
        }
        return !isPercentEncoded && texts.contains { !$0.utf8.allSatisfy { (0x21...0x7e).contains($0) } }
    }
}
