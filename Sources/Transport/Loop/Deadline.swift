/// The time when something on an event loop is due; the earliest is the smallest.
struct Deadline: Comparable {
    let due: ContinuousClock.Instant
    /// The identifier of the thing that is due.
    let id: UInt64

    static func < (first: Self, second: Self) -> Bool { first.due < second.due }
}
