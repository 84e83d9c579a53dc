import AppSiteAssociation
import Findings

/// What the content of a file means for each generation of systems: the rows of the matrix about its form.
struct ContentRules {
    private let file: AssociationFile
    /// App identifiers that no app can have, as written.
    private let impossibleApps: Set<String>
    /// Where rules stand that match no URL.
    private let barrenRules: Set<String>

    private static let appCodes: [FindingCode] = [.appIDMalformed, .appIDPlaceholder]
    private static let ruleCodes: [FindingCode] = [.ruleNeverMatches, .variableUndefined]

    init(_ file: AssociationFile, _ findings: [Finding]) {
        self.file = file
        impossibleApps = Set(
            findings.compactMap { finding in
                guard Self.appCodes.contains(finding.code), finding.severity == .error,
                    case .string(let text)? = finding.evidence["appID"]
                else { return nil }
                return text
            })
        // A finding may point at the rule, at one of its keys, or at an item of its query.
        barrenRules = Self.places(of: Self.ruleCodes, in: findings, levels: 3)
    }

    /// The pointers of the findings with these codes, and of the values around them.
    private static func places(of codes: [FindingCode], in findings: [Finding], levels: Int) -> Set<String> {
        var places: Set<String> = []
        for finding in findings where codes.contains(finding.code) {
            guard var pointer = finding.pointer.map({ $0[...] }) else { continue }
            for _ in 0..<levels {
                places.insert(String(pointer))
                guard let slash = pointer.lastIndex(of: "/") else { break }
                pointer = pointer[..<slash]
            }
        }
        return places
    }

    /// Whether links open an app on `system`; for a file without universal links, whether its other services work.
    func ruling(_ system: AppleSystem) -> Ruling {
        guard let links = file.appLinks else { return withoutLinks(system) }
        guard !links.details.isEmpty else { return Ruling(false, because: [.detailsMissing, .detailsMalformed]) }
        if system == .iOS9To12, let ruling = emptyAppsDemand(links) { return ruling }
        let rulings = links.details.map { ruling($0, system) }
        // One app that works is enough for the domain; what hinders the others is told by their findings.
        if rulings.contains(where: { $0.works == true }) { return Ruling(true) }
        return rulings.reduce(Ruling(true)) { $0.and($1) }
    }

    private func withoutLinks(_ system: AppleSystem) -> Ruling {
        let lists = file.appLists.filter { !$0.apps.isEmpty }
        if lists.contains(where: { Self.knows($0.service, system) }) { return Ruling(true) }
        return lists.isEmpty ? Ruling(false, because: [.serviceNone, .serviceMalformed]) : Ruling(nil)
    }

    private static func knows(_ service: AssociationService, _ system: AppleSystem) -> Bool {
        switch service {
        case .applinks, .webcredentials, .activitycontinuation: true
        // They came with iOS 13 and with iOS 11.
        case .authsrv, .messagefilter: system != .iOS9To12
        case .appclips: system == .iOS14 || system == .iOS14DeveloperMode
        }
    }

    /// Row 5: systems up to iOS 12 want `"apps": []`.
    private func emptyAppsDemand(_ links: AppLinks) -> Ruling? {
        guard let apps = links.appsSource else { return Ruling(false, because: [.applinksAppsMissing]) }
        guard apps.kind == .array, apps.count == 0 else { return Ruling(false, because: [.applinksAppsNotEmpty]) }
        return nil
    }

    // MARK: One entry of `details`

    private func ruling(_ detail: AppDetail, _ system: AppleSystem) -> Ruling {
        apps(detail, system).and(system == .iOS9To12 ? oldRules(detail) : newRules(detail, system))
    }

    private func apps(_ detail: AppDetail, _ system: AppleSystem) -> Ruling {
        var apps = detail.apps
        if system == .iOS9To12, detail.appsOrigin != .dictionaryKey {
            apps = [detail.appID].compactMap(\.self)
            // Rows 1 and 8.
            if apps.isEmpty, detail.appIDs != nil {
                return Ruling(false, because: [.detailModernOnly, .detailFormsMixed])
            }
        }
        if apps.isEmpty { return Ruling(false, because: [.appIDMissing, .appIDMalformed, .detailAppIDsDisagree]) }
        return apps.allSatisfy { impossibleApps.contains($0.identifier.text) }
            ? Ruling(false, because: Self.appCodes) : Ruling(true)
    }

    private func oldRules(_ detail: AppDetail) -> Ruling {
        if let rules = detail.pathRules { return ruling(rules) }
        // Row 9: what systems that do not know `components` make of an entry without `paths` is not known.
        return Ruling(nil, because: [.detailModernOnly, .detailFormsMixed, .detailRulesMissing])
    }

    private func newRules(_ detail: AppDetail, _ system: AppleSystem) -> Ruling {
        switch detail.rules {
        case .components(let rules), .paths(let rules): ruling(rules)
        // Without rules every URL matches (J24); of iOS 13 that is not known.
        case .everything: Ruling(system == .iOS13 ? nil : true, because: [.detailRulesMissing])
        }
    }

    private func ruling(_ rules: [LinkRule]) -> Ruling {
        // Row 10 for `components`.
        if rules.isEmpty { return Ruling(false, because: [.detailRulesMissing, .ruleMalformed]) }
        let opening = rules.filter { !$0.excludes }
        if opening.isEmpty { return Ruling(false, because: [.rulesOnlyExclude]) }
        return opening.allSatisfy { Self.stands($0.source, in: barrenRules) }
            ? Ruling(false, because: Self.ruleCodes) : Ruling(true)
    }

    private static func stands(_ value: JSONValue, in places: Set<String>) -> Bool {
        !places.isEmpty && places.contains(value.pointer.description)
    }
}
