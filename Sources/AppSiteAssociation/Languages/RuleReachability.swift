/// Determines which rules of an app ever decide about a link, given that the first matching rule decides.
enum RuleReachability {
    /// The earlier rules because of which a rule never decides.
    struct Hiders {
        /// The index of an earlier rule that matches all links of the rule, or of the first few that match some of
        /// them.
        let earlier: [Int]
        /// A link that the rule matches and an earlier one decides.
        let example: LinkExample?
    }

    /// The maximum number of steps for exploring one list, and again for comparing its rules in pairs.
    private static let maxSteps = 1_000_000

    /// Returns the hiders of each rule, in order; `nil` unless it is proven that the rule never decides.
    ///
    /// A rule in `rules` is `nil` if it matches nothing, or if its language is unknown.
    static func hiders(of rules: [RuleLanguage?], budget: inout WorkBudget) -> [Hiders?] {
        var hiders = [Hiders?](repeating: nil, count: rules.count)
        guard rules.count > 1, !ObviousReachability.everyRuleDecides(rules, budget: &budget) else { return hiders }
        let simplified = rules.map { rule in rule.map { $0.simplified(budget: &budget) } }
        var hidden: Set<Int> = []
        var undecidedForms: Set<RuleLanguage.Form> = []
        let hasDecodedPath = simplified.contains { $0?.path != nil && $0?.form == .decoded }
        let forms: [RuleLanguage.Form] = hasDecodedPath ? [.written, .decoded] : [.written]
        for form in forms {
            // Written and decoded paths cannot be compared, but a rule for every path can be compared with both.
            let group = simplified.map { $0?.path == nil || $0?.form == form ? $0 : nil }
            let found = budget.withShare(of: maxSteps) { rulesThatNeverDecide(group, form: form, budget: &$0) }
            if let found { hidden.formUnion(found) } else { undecidedForms.insert(form) }
        }
        let prefixes = RulePrefixes(simplified)
        budget.withShare(of: maxSteps) { budget in
            for index in simplified.indices {
                guard let rule = simplified[index], hidden.contains(index) || undecidedForms.contains(rule.form)
                else { continue }
                let cover = prefixes.first(before: index, covering: rule) { earlier in
                    guard budget.spend(2), let other = simplified[earlier] else { return nil }
                    return rule.isIncluded(in: other, budget: &budget)
                }
                guard cover != nil || hidden.contains(index) else { continue }
                let earlier =
                    if let cover { [cover] } else { candidates(for: rule, in: simplified[..<index], budget: &budget) }
                hiders[index] = Hiders(earlier: earlier, example: rule.example(budget: &budget))
            }
        }
        return hiders
    }

    /// Returns the indices of all rules that never decide; `nil` if the budget is insufficient.
    static func rulesThatNeverDecide(
        _ rules: [RuleLanguage?], form: RuleLanguage.Form, budget: inout WorkBudget
    ) -> Set<Int>? {
        let known = rules.indices.filter { rules[$0] != nil }
        let rules = rules.compactMap(\.self)
        let patterns = rules.map { rule in
            LanguageExploration.Pattern(elements: rule.path ?? [.anyRun], decides: rule.conditions.isEmpty)
        }
        guard let situations = try? RuleSituations(of: rules, budget: &budget),
            var exploration = try? LanguageExploration(of: patterns, in: .texts(of: .path, in: form), budget: &budget)
        else { return nil }
        let truths = rules.map { situations.truths(of: $0) }
        var everDecides = [Bool](repeating: false, count: rules.count)
        let isComplete = try? exploration.run(budget: &budget) { matchingRules, _, budget in
            for situation in situations.all.indices {
                for rule in matchingRules {
                    guard budget.spend(1) else { return false }
                    guard truths[rule][situation] else { continue }
                    everDecides[rule] = true
                    break
                }
            }
            return true
        }
        return isComplete == true ? Set(zip(known, everDecides).filter { !$1 }.map(\.0)) : nil
    }

    /// Returns the indices of the first few earlier rules that may match links of `rule`.
    private static func candidates(
        for rule: RuleLanguage, in rules: ArraySlice<RuleLanguage?>, budget: inout WorkBudget
    ) -> [Int] {
        var candidates: [Int] = []
        for (earlier, other) in zip(rules.indices, rules) where candidates.count < 5 {
            guard budget.spend(1) else { break }
            guard let other else { continue }
            if let path = rule.path, let otherPath = other.path,
                rule.pathSpace.separation(of: path, from: otherPath, budget: &budget).isProven
            {
                continue
            }
            candidates.append(earlier)
        }
        return candidates
    }
}
