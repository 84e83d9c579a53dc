/// The amount of work that is left for the decisions about one file.
///
/// Deciding inclusion of patterns takes exponential time in the worst case. Work is counted in steps, not in seconds, so
/// that the same file always gets the same result; when the steps are used up, the result is "not known" and nothing is
/// reported.
struct WorkBudget: Sendable {
    /// The steps that are left, each of them worth a few dozen machine instructions.
    private(set) var remaining: Int

    /// Creates a budget of `steps`.
    init(steps: Int) {
        remaining = steps
    }

    /// Indicates that a budget was used up before the answer was known.
    struct Exhausted: Error {}

    /// Takes `steps` away before they are done, and returns whether there were as many; afterwards nothing may be done.
    mutating func spend(_ steps: Int) -> Bool {
        guard remaining > 0 else { return false }
        remaining -= steps
        return remaining > 0
    }

    /// Takes `steps` away before they are done.
    mutating func take(_ steps: Int) throws(Exhausted) {
        if !spend(steps) { throw Exhausted() }
    }

    /// Runs `body` with at most `steps` of what is left, and takes away what it used.
    mutating func withShare<Result>(of steps: Int, _ body: (inout WorkBudget) -> Result) -> Result {
        let share = Swift.max(0, Swift.min(steps, remaining))
        var budget = WorkBudget(steps: share)
        let result = body(&budget)
        remaining -= share - Swift.max(0, budget.remaining)
        return result
    }
}

/// The one budget that all decisions about a file share.
final class FileBudget {
    /// The rest of it.
    var rest: WorkBudget

    /// Creates the budget of a file.
    init(steps: Int) { rest = WorkBudget(steps: steps) }

    /// Whether two lists of rules are known to decide the same about every link.
    func areSame(_ first: [RuleLanguage?], _ second: [RuleLanguage?]) -> Bool {
        rest.withShare(of: 100_000) { RuleListComparison.compare(first, second, budget: &$0) == .same }
    }
}
