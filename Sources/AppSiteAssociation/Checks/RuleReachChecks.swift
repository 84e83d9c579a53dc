import Findings

/// `rule-matches-everything`: rules that open every link of the domain, with no exclusion before them.
///
/// Such rules are reported once for all entries that contain one.
/// Documented as components.empty, patterns.home-page
struct RuleMatchesEverythingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var listedApps: Set<AppIdentifier> = []
        var rulesThatOpenAll: [(checked: CheckedRule, isFirstInList: Bool)] = []
        for detail in file.details where !report.isBroken(detail.entry.source) {
            // A second entry for the same app is probably not read.
            let apps = detail.entry.apps.map(\.identifier).filter { $0.isPossible && listedApps.insert($0).inserted }
            guard let list = detail.currentRules, !apps.isEmpty else { continue }
            // After an exclusion that takes effect, no rule opens every link.
            let rules = list.rules.prefix { !$0.rule.excludes || $0.matchesNothing }
            let index = rules.firstIndex { checked in
                guard !checked.rule.excludes, let language = checked.language else { return false }
                return file.budget.simplified(language).matchesEverything
            }
            guard let index, !report.isBroken(rules[index].rule.source) else { continue }
            rulesThatOpenAll.append((rules[index], index == 0))
        }
        guard let (reported, isFirstInList) = rulesThatOpenAll.first else { return }
        report.add(.ruleMatchesEverything, at: reported.rule.source) {
            let others = rulesThatOpenAll.dropFirst()
            var evidence: Evidence = ["text": .string(reported.text)]
            var message = "\(reported.text) opens every link of the domain in the app"
            message += isFirstInList ? "." : ", and no exclusion precedes it."
            if !others.isEmpty {
                evidence["entries"] = .integer(rulesThatOpenAll.count)
                let lines = rulesThatOpenAll.prefix(20).map(\.checked.rule.source.position.line)
                evidence["lines"] = .array(lines.map { .integer($0) })
                let entries = others.count == 1 ? "a rule of another entry" : "rules of \(others.count) other entries"
                message += " So \(others.count == 1 ? "does" : "do") \(entries)."
            }
            return .init(message: message, evidence: evidence)
        }
    }
}

/// `rules-only-exclude`: all rules of a list are exclusions, so no link can open the app; and
/// `rule-home-page-only`: the only rule that opens the app is `/`, which matches the home page, but not the whole site.
/// Documented as details.no-match, patterns.home-page
struct RulesOpenTooLittleCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        // Elements that are not read may be intended to open the app; they are reported separately.
        for list in file.ruleLists(exceptBrokenIn: report) where !list.rules.isEmpty && list.allElementsWereRead {
            let openingRules = list.rules.filter { !$0.rule.excludes }
            guard let firstOpening = openingRules.first else {
                report.add(
                    .rulesOnlyExclude, at: list.source, of: list,
                    message: list.rules.count == 1
                        ? "The only rule is an exclusion, so no link can open the app."
                        : "All \(list.rules.count) rules are exclusions, so no link can open the app.",
                    remedy: list.rules[0].rule.isComponent
                        ? "After the exclusions, add components that should open the app; { \"/\": \"*\" } matches "
                            + "all others."
                        : "After the exclusions, add paths that should open the app; \"*\" matches all others.",
                    evidence: ["text": .source(list.source), "rules": .integer(list.rules.count)])
                continue
            }
            guard openingRules.allSatisfy({ Self.isHomePage($0.rule) }) else { continue }
            report.add(
                .ruleHomePageOnly, at: firstOpening.rule.source, of: list,
                message: "\(firstOpening.text) is the only rule that opens the app, and it matches the home page only.",
                evidence: ["text": .string(firstOpening.text)])
        }
    }

    private static func isHomePage(_ rule: LinkRule) -> Bool {
        guard let path = rule.path?.text, rule.query == nil, rule.fragment == nil else { return false }
        return path.isExactly("/") || path.isEmpty
    }
}
