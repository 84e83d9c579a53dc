import Basics

/// The possible combinations of conditions on query and fragment.
///
/// Conditions on different parts are assumed to be independent. If they are not, some combinations are impossible; but
/// statements about all combinations still apply to all URLs.
struct RuleSituations {
    struct Situation {
        /// Whether each condition holds.
        var truths: [Bool]
        var example = LinkExample()
    }

    private let conditions: [RuleLanguage.Condition]
    /// The combinations; the one with the simplest example comes first.
    let all: [Situation]

    private static let maxCombinations = 256

    /// Throws an error if there are more than ``maxCombinations`` conditions or combinations, or the budget is too
    /// small.
    init(of rules: [RuleLanguage], budget: inout WorkBudget) throws(WorkBudget.Exhausted) {
        let allConditions = rules.flatMap(\.conditions)
        try budget.take(allConditions.reduce(0) { $0 + 1 + $1.pattern.count / 8 })
        let conditions = allConditions.unique
        guard conditions.count <= Self.maxCombinations else { throw WorkBudget.Exhausted() }

        // The conditions on the same form (written or decoded) of the same part are decided together.
        var remaining = Array(conditions.indices)
        var situations = [Situation(truths: [Bool](repeating: false, count: conditions.count))]
        while let first = remaining.first {
            let part = conditions[first].part
            let form = conditions[first].form
            let group = remaining.filter { conditions[$0].part == part && conditions[$0].form == form }
            remaining.removeAll { group.contains($0) }
            let outcomes = try Self.outcomes(of: group.map { conditions[$0] }, budget: &budget)
            guard situations.count * outcomes.count <= Self.maxCombinations else { throw WorkBudget.Exhausted() }
            situations = situations.flatMap { situation in
                outcomes.map { outcome in
                    var next = situation
                    for (index, truth) in zip(group, outcome.truths) { next.truths[index] = truth }
                    next.example.add(outcome.values, of: part, in: form)
                    return next
                }
            }
        }
        self.conditions = conditions
        all = situations
    }

    /// Returns for each situation whether all conditions of `rule` hold.
    func truths(of rule: RuleLanguage) -> [Bool] {
        let needed = rule.conditions.compactMap { conditions.firstIndex(of: $0) }
        return all.map { situation in needed.allSatisfy { situation.truths[$0] } }
    }

    private struct Outcome {
        var truths: [Bool]
        /// The values of the part; several for a repeated query item.
        var values: [String]
    }

    private static func outcomes(
        of conditions: [RuleLanguage.Condition], budget: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Outcome] {
        var exploration = try LanguageExploration(
            of: conditions.map { .init(elements: $0.pattern) }, in: conditions[0].space, budget: &budget)
        var distinct: Set<[Int]> = []
        var combinations: [(metConditions: [Int], visit: Int)] = []
        let isComplete = try exploration.run(budget: &budget) { metConditions, visit, _ in
            if distinct.insert(metConditions).inserted { combinations.append((metConditions, visit)) }
            return combinations.count <= maxCombinations
        }
        guard isComplete else { throw WorkBudget.Exhausted() }
        var outcomes = combinations.map { metConditions, visit in
            Outcome(truths: conditions.indices.map(metConditions.contains), values: [exploration.example(of: visit)])
        }
        if case .item = conditions[0].part {
            // A repeated item meets the conditions that hold for all of its values.
            var known = Set(outcomes.map(\.truths))
            var next = 0
            while next < outcomes.count {
                for other in 0..<next {
                    let both = zip(outcomes[next].truths, outcomes[other].truths).map { $0 && $1 }
                    guard known.insert(both).inserted else { continue }
                    guard outcomes.count < maxCombinations else { throw WorkBudget.Exhausted() }
                    outcomes.append(Outcome(truths: both, values: outcomes[next].values + outcomes[other].values))
                }
                try budget.take(next * conditions.count + 1)
                next += 1
            }
        }
        return outcomes
    }
}
