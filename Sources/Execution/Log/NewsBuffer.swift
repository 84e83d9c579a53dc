import Findings

/// Keeps the log entries about changed domains until it is known whether the run is in doubt.
///
/// When the limit is reached, the results so far decide. The entries of a run in doubt are dropped.
struct NewsBuffer {
    private let limit: Int
    private var entries: [Evidence] = []
    private(set) var omittedCount = 0

    init(limit: Int = 10_000) { self.limit = limit }

    /// Adds entries, and returns those that must be written now because the limit was reached.
    mutating func add(_ more: [Evidence], isInDoubt: @autoclosure () -> Bool) -> [Evidence] {
        entries += more
        return entries.count < limit ? [] : take(isInDoubt: isInDoubt())
    }

    /// Removes all entries, and returns them unless the run is in doubt.
    mutating func take(isInDoubt: Bool) -> [Evidence] {
        defer { entries = [] }
        guard isInDoubt else { return entries }
        omittedCount += entries.count
        return []
    }
}
