import Findings

/// `rule-partly-unreachable`: an exclusion that is too late for some of its links, because an earlier rule opens them.
///
/// An earlier rule that opens only links of the exclusion is assumed to be an intentional exception.
/// Documented as details.first-match
struct RulePartlyUnreachableCheck: ContentCheck {
    private static let maxSteps = 1_000_000

    func check(_ file: CheckedFile, into report: inout FindingReport) {
        file.budget.work.withShare(of: Self.maxSteps) { budget in
            for list in file.ruleLists(exceptBrokenIn: report) { check(list, budget: &budget, into: &report) }
        }
    }

    private func check(_ list: CheckedRules, budget: inout WorkBudget, into report: inout FindingReport) {
        for (index, checked) in list.rules.enumerated() where checked.rule.excludes && checked.isSound {
            guard list.hiders[index] == nil, !report.isBroken(checked.rule.source),
                let example = linkOpenedEarlier(than: index, in: list, budget: &budget),
                let earlier = list.rules[..<index].first(where: { $0.matches(example) }), !earlier.rule.excludes,
                checked.matches(example)
            else { continue }
            report.add(
                .rulePartlyUnreachable, at: checked.rule.source, of: list,
                message:
                    "\(earlier.described) matches some links of the exclusion \(checked.text) first, such as \(example).",
                fix: Fix(
                    "Move \(checked.text) before \(earlier.described).",
                    [.move(checked.rule.source.index, before: earlier.rule.source.index)]),
                evidence: [
                    "text": .string(checked.text), "earlier": .string(earlier.text),
                    "earlierLine": .integer(earlier.rule.source.position.line),
                    "example": .string(example.description),
                ])
        }
    }

    /// Returns a link of the exclusion at `index` that an earlier rule opens unintentionally; `nil` if none is known.
    private func linkOpenedEarlier(than index: Int, in list: CheckedRules, budget: inout WorkBudget) -> LinkExample? {
        guard var exclusion = list.rules[index].language?.simplified(budget: &budget) else { return nil }
        var earlierRules: [RuleLanguage] = []
        for checked in list.rules[..<index] where checked.isSound {
            guard budget.spend(1), var rule = checked.language else { return nil }
            if let path = rule.path, let other = exclusion.path, path.beginsUnlike(other) { continue }
            rule = rule.simplified(budget: &budget)
            // An exception opens its links intentionally; as an exclusion, it does not contribute to the result.
            if !rule.excludes, rule.isIncluded(in: exclusion, budget: &budget) { rule.excludes = true }
            earlierRules.append(rule)
        }
        guard earlierRules.contains(where: { !$0.excludes }), budget.remaining > 0 else { return nil }
        // The search is for a link that the earlier rules open, and that this rule would open if it did not exclude.
        exclusion.excludes = false
        let answer = RuleListComparison.overlap(earlierRules, [exclusion], budget: &budget)
        return if case .link(let example, _) = answer { example } else { nil }
    }
}

extension CheckedRule {
    fileprivate func matches(_ example: LinkExample) -> Bool {
        guard let url = example.url else { return false }
        var prepared = PreparedURL(url)
        var programs = VariableProgram.Cache()
        var budget = WorkBudget(steps: 1_000_000)
        return (try? CompiledRule(rule, programs: &programs).mismatch(&prepared, budget: &budget) == nil) ?? false
    }
}
