/// The possible combinations of conditions on query and fragment.
///
/// Conditions on different parts are assumed to be independent. If they are not (a whole query and one of its items),
/// some combinations are impossible; a statement about all combinations is still true for all URLs.
struct RuleSituations {
    /// One combination, with an example.
    struct Situation {
        /// For each condition, whether it holds.
        var truths: [Bool]
        /// A query, as written in a URL, without its `?`.
        var query: String
        /// A fragment, as written in a URL, without its `#`.
        var fragment: String
    }

    /// The conditions, without duplicates.
    let conditions: [RuleLanguage.Condition]
    /// The combinations, beginning with the simplest example.
    let situations: [Situation]

    /// The maximum number of combinations that are considered.
    static let limit = 256

    /// Creates the combinations of the conditions of `rules`; `nil` if there are too many.
    init?(of rules: [RuleLanguage?], budget: inout WorkBudget) {
        var seen: Set<RuleLanguage.Condition> = []
        var conditions: [RuleLanguage.Condition] = []
        for rule in rules {
            for condition in rule?.conditions ?? [] {
                guard budget.spend(1 + condition.pattern.count / 8) else { return nil }
                if seen.insert(condition).inserted { conditions.append(condition) }
            }
        }
        guard conditions.count <= Self.limit else { return nil }

        var groups: [(part: RuleLanguage.Part, text: RuleLanguage.Text, members: [Int])] = []
        for (index, condition) in conditions.enumerated() {
            if let group = groups.firstIndex(where: { $0.part == condition.part && $0.text == condition.text }) {
                groups[group].members.append(index)
            } else {
                groups.append((condition.part, condition.text, [index]))
            }
        }

        var situations = [
            Situation(truths: [Bool](repeating: false, count: conditions.count), query: "", fragment: "")
        ]
        for group in groups {
            guard
                let outcomes = Self.outcomes(
                    of: group.members.map { conditions[$0] }, part: group.part, budget: &budget)
            else { return nil }
            var combined: [Situation] = []
            for situation in situations {
                for outcome in outcomes {
                    guard combined.count < Self.limit else { return nil }
                    var next = situation
                    for (position, member) in group.members.enumerated() {
                        next.truths[member] = outcome.truths[position]
                    }
                    next.add(outcome.values, of: group.part, text: group.text)
                    combined.append(next)
                }
            }
            situations = combined
        }
        self.conditions = conditions
        self.situations = situations
    }

    /// Returns whether all conditions of `rule` hold, for each situation.
    func truths(of rule: RuleLanguage) -> [Bool] {
        let needed = rule.conditions.compactMap { conditions.firstIndex(of: $0) }
        return situations.map { situation in needed.allSatisfy { situation.truths[$0] } }
    }

    /// One combination of the conditions on one part.
    private struct Outcome {
        var truths: [Bool]
        /// The values of the part; several for a repeated query item.
        var values: [String]
    }

    private static func outcomes(
        of conditions: [RuleLanguage.Condition], part: RuleLanguage.Part, budget: inout WorkBudget
    ) -> [Outcome]? {
        guard let space = conditions.first?.space else { return [] }
        var automaton = PatternAutomaton()
        for (label, condition) in conditions.enumerated() {
            automaton.add(condition.pattern, label: label, budget: &budget)
        }
        guard !automaton.overflowed, budget.spend(automaton.cost) else { return nil }
        var walk = LanguageExploration(automaton, in: space)
        var found: [[Int32]: Int] = [:]
        var order: [[Int32]] = []
        let end = walk.run(budget: &budget) { labels, set, _ in
            if found[labels] == nil {
                found[labels] = set
                order.append(labels)
            }
            return order.count <= limit
        }
        guard end == .complete else { return nil }
        var outcomes = order.map { labels in
            var truths = [Bool](repeating: false, count: conditions.count)
            for label in labels { truths[Int(label)] = true }
            return Outcome(truths: truths, values: [walk.example(of: found[labels] ?? 0)])
        }
        if case .item = part {
            // All occurrences of an item must match: a repeated item meets the conditions that hold for each of its
            // values.
            var known = Set(outcomes.map(\.truths))
            var next = 0
            while next < outcomes.count {
                for other in 0..<next {
                    let both = zip(outcomes[next].truths, outcomes[other].truths).map { $0 && $1 }
                    guard known.insert(both).inserted else { continue }
                    guard outcomes.count < limit else { return nil }
                    outcomes.append(Outcome(truths: both, values: outcomes[next].values + outcomes[other].values))
                }
                guard budget.spend(next * conditions.count + 1) else { return nil }
                next += 1
            }
        }
        return outcomes
    }
}

extension RuleSituations.Situation {
    fileprivate mutating func add(_ values: [String], of part: RuleLanguage.Part, text: RuleLanguage.Text) {
        let written = values.map { text == .decoded ? WrittenText.encoding($0) : $0 }
        switch part {
        case .fragment: fragment = written.first ?? ""
        case .query:
            if let whole = written.first, !whole.isEmpty { query = whole }
        case .item(let name):
            // An absent item is equivalent to an empty one, and makes the example shorter.
            for value in written where !(value.isEmpty && written.count == 1) {
                query += (query.isEmpty ? "" : "&") + name + "=" + value
            }
        }
    }
}
