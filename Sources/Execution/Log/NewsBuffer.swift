import Findings

/// The news about individual domains, held back until it is known whether the run can be trusted.
///
/// Memory is bounded: when the limit is reached, the decision is based on the results so far.
struct NewsBuffer {
    private let limit: Int
    /// The details of the lines, in the order in which their domains ended.
    private var lines: [Evidence] = []
    /// The number of lines that were discarded because the run was in doubt at the time.
    private(set) var omitted = 0

    init(limit: Int = 10_000) { self.limit = limit }

    /// Adds lines.
    ///
    /// - Returns: The lines that must be written now, because the limit was exceeded.
    mutating func keep(_ more: [Evidence], isInDoubt: @autoclosure () -> Bool) -> [Evidence] {
        lines += more
        return lines.count < limit ? [] : take(isInDoubt: isInDoubt())
    }

    /// Removes and returns the lines; discards them if the run is in doubt.
    mutating func take(isInDoubt: Bool) -> [Evidence] {
        defer { lines = [] }
        guard isInDoubt else { return lines }
        omitted += lines.count
        return []
    }
}
