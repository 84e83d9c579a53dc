import Findings

/// What is news of single domains, kept until it is known whether the run can be believed.
///
/// Memory is bounded: where there is more, whoever keeps it decides by what is known so far.
struct HeldNews {
    /// So many lines are kept at once.
    private static let limit = 10_000

    /// The details of the lines, in the order in which their domains ended.
    var lines: [Evidence] = []
    /// How many lines were let go of because the run was in doubt then.
    private(set) var omitted = 0

    /// Whether there is no room for more.
    var isFull: Bool { lines.count >= Self.limit }

    /// Gives the lines away.
    mutating func take() -> [Evidence] {
        defer { lines = [] }
        return lines
    }

    /// Lets go of the lines.
    mutating func omit() { omitted += take().count }
}
