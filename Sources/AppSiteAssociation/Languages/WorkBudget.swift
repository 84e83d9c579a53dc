/// The remaining steps for decisions about one file, which can take exponential time.
///
/// Steps are counted instead of seconds, so that the same file always has the same result. If they are used up, the
/// result is unknown, and nothing is reported.
struct WorkBudget: Sendable {
    /// The remaining steps, each of which corresponds to a few dozen machine instructions.
    private(set) var remaining: Int

    init(steps: Int) { remaining = steps }

    /// The maximum number of steps for a question about one rule.
    static let stepsForRule = 20_000
    /// The maximum number of steps for a comparison of two lists of rules, or of two patterns.
    static let stepsForList = 100_000

    /// The budget or another limit was exceeded before the result was known.
    struct Exhausted: Error {}

    /// Subtracts `steps` before the work is done; returns false, and the work must be skipped, if none remain
    /// afterwards.
    mutating func spend(_ steps: Int) -> Bool {
        guard remaining > 0 else { return false }
        remaining -= steps
        return remaining > 0
    }

    /// Subtracts `steps` before the work is done; throws an error if too few remain.
    mutating func take(_ steps: Int) throws(Exhausted) {
        guard spend(steps) else { throw Exhausted() }
    }

    /// Runs `body` with at most `steps` of the remaining steps, and subtracts the steps that it used.
    mutating func withShare<Result>(of steps: Int, _ body: (inout WorkBudget) -> Result) -> Result {
        let share = max(0, min(steps, remaining))
        var budget = WorkBudget(steps: share)
        let result = body(&budget)
        remaining -= share - max(0, budget.remaining)
        return result
    }
}

/// The budget that all decisions about a file share.
final class FileBudget {
    var work: WorkBudget

    init(steps: Int) { work = WorkBudget(steps: steps) }

    func simplified(_ language: RuleLanguage) -> RuleLanguage {
        work.withShare(of: WorkBudget.stepsForRule) { language.simplified(budget: &$0) }
    }

    /// Whether two lists of rules are known to have the same result for every link.
    func haveSameOutcomes(_ first: [RuleLanguage?], _ second: [RuleLanguage?]) -> Bool {
        work.withShare(of: WorkBudget.stepsForList) { budget in
            RuleListComparison.difference(first, second, budget: &budget) == .noLink
        }
    }
}
