import Findings

/// `rule-matches-everything`: rules that open every link of the domain, with no exclusion before them.
///
/// Such rules are reported once for all entries that contain one.
///
/// Rules: components.empty, patterns.home-page
struct RuleMatchesEverythingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var listedApps: Set<AppIdentifier> = []
        var opening: [(checked: CheckedRule, isFirst: Bool)] = []
        for detail in file.details where !report.isBroken(detail.entry.source) {
            // A second entry for the same app is probably not read.
            let apps = detail.entry.apps.map(\.identifier).filter { $0.isPossible && listedApps.insert($0).inserted }
            guard let list = detail.currentRules, !apps.isEmpty else { continue }
            for (index, checked) in list.rules.enumerated() {
                if checked.rule.excludes {
                    // After an exclusion that takes effect, no rule opens every link.
                    if !checked.matchesNothing { break }
                    continue
                }
                let language = file.budget.work.withShare(of: 20_000) { checked.language?.simplified(budget: &$0) }
                guard let language, language.matchesEverything else { continue }
                if !report.isBroken(checked.rule.source) { opening.append((checked, index == 0)) }
                break
            }
        }
        guard let (first, isFirst) = opening.first else { return }
        report.add(.ruleMatchesEverything, at: first.rule.source) {
            let others = opening.dropFirst()
            var evidence: Evidence = ["text": .string(first.text)]
            var message = "\(first.text) opens every link of the domain in the app"
            message += isFirst ? "." : ", and no exclusion precedes it."
            if !others.isEmpty {
                evidence["entries"] = .integer(opening.count)
                evidence["lines"] = .array(opening.prefix(20).map { .integer($0.checked.rule.source.position.line) })
                let entries = others.count == 1 ? "a rule of another entry" : "rules of \(others.count) other entries"
                message += " So \(others.count == 1 ? "does" : "do") \(entries)."
            }
            return .init(message: message, evidence: evidence)
        }
    }
}
