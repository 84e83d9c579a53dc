/// Searches for links for which two ordered lists of rules have certain results.
///
/// In each list, the first rule that matches a link decides. A rule is `nil` if its language is unknown.
enum RuleListComparison {
    enum Answer: Hashable, Sendable {
        /// It is proven that there is no such link.
        case noLink
        case link(LinkExample, openedByFirst: Bool)
        case unknown
    }

    private static let maxSteps = 1_000_000

    /// Searches for a link that only one of the lists opens.
    static func difference(
        _ first: [RuleLanguage?], _ second: [RuleLanguage?], budget: inout WorkBudget
    ) -> Answer {
        search(first, second, budget: &budget) { results in results.firstIndex { $0.first != $0.second } }
    }

    /// Searches for a link that the first list opens and the second does not.
    static func loss(
        from first: [RuleLanguage?], to second: [RuleLanguage?], budget: inout WorkBudget
    ) -> Answer {
        search(first, second, budget: &budget) { results in results.firstIndex { $0.first && !$0.second } }
    }

    /// Searches for a link that both lists open.
    static func overlap(_ first: [RuleLanguage?], _ second: [RuleLanguage?], budget: inout WorkBudget) -> Answer {
        search(first, second, budget: &budget) { results in results.firstIndex { $0.first && $0.second } }
    }

    /// Searches for a path for which `components` have the opposite result of `paths`, whatever the query and fragment.
    static func pathDifference(
        _ paths: [RuleLanguage?], components: [RuleLanguage?], budget: inout WorkBudget
    ) -> Answer {
        ObviousReachability.pathsAgree(paths, components: components)
            ? .noLink : exactPathDifference(paths, components: components, budget: &budget)
    }

    static func exactPathDifference(
        _ paths: [RuleLanguage?], components: [RuleLanguage?], budget: inout WorkBudget
    ) -> Answer {
        search(paths, components, budget: &budget) { results in
            // `paths` have no conditions, so that their result is the same in all situations.
            results.allSatisfy { $0.second != results[0].first } ? 0 : nil
        }
    }

    /// Whether each list opens a path in one situation.
    private typealias Results = (first: Bool, second: Bool)

    /// Explores all paths, and stops at the first path for which `condition` returns the index of a situation.
    ///
    /// A situation specifies which conditions on query and fragment hold. `condition` receives the results for one path
    /// in each situation.
    private static func search(
        _ first: [RuleLanguage?], _ second: [RuleLanguage?], budget: inout WorkBudget,
        condition: ([Results]) -> Int?
    ) -> Answer {
        guard budget.spend(1 + first.count + second.count) else { return .unknown }
        guard !first.contains(nil), !second.contains(nil) else { return .unknown }
        // Identical lists open the same links, so only a search for a link that both open can succeed.
        if first == second, condition([(true, true)]) == nil { return .noLink }
        let rules = (first + second).compactMap { $0?.simplified(budget: &budget) }
        let forms = Set(rules.filter { $0.path != nil }.map(\.form))
        let form: RuleLanguage.Form = forms == [.decoded] ? .decoded : .written
        // If both forms occur, only paths that are the same in both are explored, which cannot prove `noLink`.
        let space: LanguageSpace = forms.count > 1 ? .pathWithoutPercent : .texts(of: .path, in: form)

        return budget.withShare(of: maxSteps) { budget in
            let patterns = rules.enumerated().map { index, rule in
                LanguageExploration.Pattern(
                    elements: rule.path ?? [.anyRun], list: index < first.count ? 0 : 1,
                    decides: rule.conditions.isEmpty)
            }
            guard let situations = try? RuleSituations(of: rules, budget: &budget),
                var exploration = try? LanguageExploration(of: patterns, in: space, budget: &budget)
            else { return .unknown }
            let truths = rules.map { situations.truths(of: $0) }
            var found: (visit: Int, situation: Int, openedByFirst: Bool)?
            let isComplete = try? exploration.run(budget: &budget) { matchingRules, visit, budget in
                // The rules of the first list precede those of the second.
                let split = matchingRules.firstIndex { $0 >= first.count } ?? matchingRules.count
                var results: [Results] = []
                for situation in situations.all.indices {
                    guard budget.spend(matchingRules.count + 2) else { return false }
                    func isOpened(by list: ArraySlice<Int>) -> Bool {
                        list.first { truths[$0][situation] }.map { !rules[$0].excludes } ?? false
                    }
                    results.append((isOpened(by: matchingRules[..<split]), isOpened(by: matchingRules[split...])))
                }
                guard let situation = condition(results) else { return true }
                found = (visit, situation, results[situation].first)
                return false
            }
            if let found {
                var example = situations.all[found.situation].example
                example.setPath(exploration.example(of: found.visit), in: form)
                return .link(example, openedByFirst: found.openedByFirst)
            }
            return isComplete == true && forms.count <= 1 ? .noLink : .unknown
        }
    }
}
