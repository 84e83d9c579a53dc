/// The analysis of which rules of an app ever decide, if the first rule that matches decides.
struct RuleReachability {
    /// The result for one rule.
    enum Answer: Hashable {
        /// The rule decides some URL, or nothing else could be proven.
        case notShown
        /// Earlier rules decide every URL that the rule matches.
        ///
        /// - Parameters:
        ///   - by: The earlier rule, or the first few of several that together match all links of this rule.
        ///   - example: A link that the rule matches and an earlier one decides.
        case shadowed(by: [Int], example: LinkExample?)
    }

    /// The maximum number of steps for one list, both for all rules together and for comparison in pairs.
    static let steps = 1_000_000

    /// Returns the results for `rules` in order; `nil` means a rule that matches nothing or whose language is unknown.
    static func answers(for rules: [RuleLanguage?], budget: inout WorkBudget) -> [Answer] {
        var answers = [Answer](repeating: .notShown, count: rules.count)
        guard rules.count > 1, !ObviousReachability.everyRuleDecides(rules, budget: &budget) else { return answers }
        let alive = rules.map { rule in rule.map { $0.simplified(budget: &budget) } }
        var shadowed: Set<Int> = []
        var decided = Set<RuleLanguage.Text>()
        for text in RuleLanguage.Text.allCases {
            // Written and decoded paths cannot be compared; a rule for every path can be compared with both.
            let group = alive.map { $0?.path == nil || $0?.text == text ? $0 : nil }
            guard group.contains(where: { $0?.path != nil || text == .written }) else {
                decided.insert(text)
                continue
            }
            let found = budget.withShare(of: steps) { rulesThatNeverDecide(group, space: text, budget: &$0) }
            if let found {
                shadowed.formUnion(found)
                decided.insert(text)
            }
        }
        let prefixes = RulePrefixes(alive)
        budget.withShare(of: steps) { budget in
            for index in alive.indices {
                guard let rule = alive[index], shadowed.contains(index) || !decided.contains(rule.text) else {
                    continue
                }
                let single = prefixes.first(before: index) { earlier in
                    guard budget.spend(2), let other = alive[earlier] else { return nil }
                    return rule.isIncluded(in: other, budget: &budget)
                }
                if let single {
                    answers[index] = .shadowed(by: [single], example: rule.example(budget: &budget))
                } else if shadowed.contains(index) {
                    let several = covers(of: index, in: alive, budget: &budget)
                    answers[index] = .shadowed(by: several, example: rule.example(budget: &budget))
                }
            }
        }
        return answers
    }

    /// Returns exactly the rules that never decide; `nil` if that takes too much work.
    static func rulesThatNeverDecide(
        _ rules: [RuleLanguage?], space text: RuleLanguage.Text, budget: inout WorkBudget
    ) -> Set<Int>? {
        guard let situations = RuleSituations(of: rules, budget: &budget) else { return nil }
        var automaton = PatternAutomaton()
        var truths: [[Bool]] = []
        for (label, rule) in rules.enumerated() {
            truths.append(rule.map { situations.truths(of: $0) } ?? [])
            guard let rule else { continue }
            automaton.add(rule.path ?? [.anyRun], label: label, budget: &budget)
        }
        guard !automaton.overflowed, budget.spend(automaton.cost) else { return nil }
        var walk = LanguageExploration(
            automaton, in: text == .written ? .encodedPath : .decodedPath,
            precedence: .init(
                listOfLabel: [Int32](repeating: 0, count: rules.count),
                decides: rules.map { $0?.conditions.isEmpty ?? false }))
        var reached = [Bool](repeating: false, count: rules.count)
        let end = walk.run(budget: &budget) { labels, _, budget in
            for situation in situations.situations.indices {
                for label in labels {
                    guard budget.spend(1) else { return false }
                    if truths[Int(label)][situation] {
                        reached[Int(label)] = true
                        break
                    }
                }
            }
            return true
        }
        guard end == .complete else { return nil }
        return Set(rules.indices.filter { rules[$0] != nil && !reached[$0] })
    }

    /// Returns the first few of the earlier rules that contribute to shadowing the rule at `index`.
    private static func covers(of index: Int, in rules: [RuleLanguage?], budget: inout WorkBudget) -> [Int] {
        guard let rule = rules[index] else { return [] }
        var found: [Int] = []
        for earlier in 0..<index where found.count < 5 {
            guard budget.spend(1) else { break }
            guard let other = rules[earlier] else { continue }
            guard let path = rule.path, let otherPath = other.path else {
                found.append(earlier)
                continue
            }
            if !rule.pathSpace.isDisjoint(path, otherPath, budget: &budget).isProven { found.append(earlier) }
        }
        return found
    }
}
