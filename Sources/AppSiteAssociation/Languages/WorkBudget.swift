/// How much work the decisions about one file may still do.
///
/// Deciding inclusion of patterns takes exponential time in the worst case. Work is counted in steps, not in seconds, so
/// that the same file always gets the same answer; when the steps are used up, the answer is "not known" and nothing is said.
struct WorkBudget: Sendable {
    /// The steps that are left, each of them worth a few dozen machine instructions.
    private(set) var remaining: Int

    /// Creates a budget of `steps`.
    init(steps: Int) {
        remaining = steps
    }

    /// Takes `steps` away, and says whether there were as many.
    mutating func spend(_ steps: Int) -> Bool {
        remaining -= steps
        return remaining > 0
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
