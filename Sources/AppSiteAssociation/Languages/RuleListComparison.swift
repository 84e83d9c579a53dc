/// Compares the links that two ordered lists of rules open, in each of which the first matching rule decides.
///
/// A rule is `nil` if its language is unknown.
enum RuleListComparison {
    enum Answer: Hashable, Sendable {
        case same
        case different(example: LinkExample, openedByFirst: Bool)
        case unknown
    }

    private static let maxSteps = 1_000_000

    static func compare(_ first: [RuleLanguage?], _ second: [RuleLanguage?], budget: inout WorkBudget) -> Answer {
        compare(first, second, budget: &budget) { opens in opens.firstIndex { $0.first != $0.second } }
    }

    /// Compares `paths` with `components`, ignoring the conditions on query and fragment, which `paths` cannot express.
    ///
    /// The lists differ only if, for some path, `components` give the opposite result of `paths` regardless of query
    /// and fragment.
    static func comparePaths(
        _ paths: [RuleLanguage?], components: [RuleLanguage?], budget: inout WorkBudget
    ) -> Answer {
        ObviousReachability.pathsAgree(paths, components: components)
            ? .same : comparePathsExactly(paths, components: components, budget: &budget)
    }

    static func comparePathsExactly(
        _ paths: [RuleLanguage?], components: [RuleLanguage?], budget: inout WorkBudget
    ) -> Answer {
        compare(paths, components, budget: &budget) { opens in
            // `paths` have no conditions, so that their result is the same in all situations.
            opens.allSatisfy { $0.second != opens[0].first } ? 0 : nil
        }
    }

    /// Searches for a link that the first list opens and the second does not.
    ///
    /// The answer `same` means that there is no such link, not that the lists are equal.
    static func losses(_ first: [RuleLanguage?], _ second: [RuleLanguage?], budget: inout WorkBudget) -> Answer {
        compare(first, second, budget: &budget) { opens in opens.firstIndex { $0.first && !$0.second } }
    }

    /// Searches for a link that both lists open.
    ///
    /// The answer `same` means that the lists do not overlap, not that they are equal.
    static func overlap(_ first: [RuleLanguage?], _ second: [RuleLanguage?], budget: inout WorkBudget) -> Answer {
        compare(first, second, identicalListsAreSame: false, budget: &budget) { opens in
            opens.firstIndex { $0.first && $0.second }
        }
    }

    /// Explores all paths, and stops at the first path for which `difference` returns an index.
    ///
    /// A situation specifies which conditions on query and fragment hold. For each path, `difference` receives one
    /// element per situation, which states whether each list opens the path. It returns the index of a situation that
    /// is an example of what is searched for, or `nil` if there is none.
    private static func compare(
        _ first: [RuleLanguage?], _ second: [RuleLanguage?], identicalListsAreSame: Bool = true,
        budget: inout WorkBudget, difference: ([(first: Bool, second: Bool)]) -> Int?
    ) -> Answer {
        guard budget.spend(1 + first.count + second.count) else { return .unknown }
        if identicalListsAreSame, first == second, !first.contains(nil) { return .same }
        guard !first.contains(nil), !second.contains(nil) else { return .unknown }
        let rules = (first + second).compactMap { $0 }.map { $0.simplified(budget: &budget) }
        let forms = Set(rules.filter { $0.path != nil }.map(\.form))
        // The search covers `decodedPath` if all rules use decoded paths, and `encodedPath` if no rule does. Otherwise,
        // it covers `unencodedPath`, which contains only the paths that are the same in both forms. Such a search can
        // find a difference, but cannot prove that there is none.
        let isPartial = forms.count > 1
        let writtenPath: LanguageSpace = isPartial ? .unencodedPath : .encodedPath
        let space = forms == [.decoded] ? .decodedPath : writtenPath

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
            var firstDifference: (visit: Int, situation: Int, openedByFirst: Bool)?
            let isComplete = try? exploration.run(budget: &budget) { labels, visit, budget in
                // The labels are the ascending indices of the matching rules in `rules`, which contains the first list
                // before the second.
                let split = labels.firstIndex { Int($0) >= first.count } ?? labels.count
                var opens: [(first: Bool, second: Bool)] = []
                for situation in situations.situations.indices {
                    guard budget.spend(labels.count + 2) else { return false }
                    func isOpened(by list: ArraySlice<Int32>) -> Bool {
                        guard let decider = list.first(where: { truths[Int($0)][situation] }) else { return false }
                        return !rules[Int(decider)].excludes
                    }
                    opens.append((isOpened(by: labels[..<split]), isOpened(by: labels[split...])))
                }
                if let situation = difference(opens) {
                    firstDifference = (visit, situation, opens[situation].first)
                    return false
                }
                return true
            }
            if let firstDifference {
                var example = situations.situations[firstDifference.situation].example
                let path = exploration.example(of: firstDifference.visit)
                example.setPath(path, in: forms == [.decoded] ? .decoded : .written)
                return .different(example: example, openedByFirst: firstDifference.openedByFirst)
            }
            return isComplete == true && !isPartial ? .same : .unknown
        }
    }
}
