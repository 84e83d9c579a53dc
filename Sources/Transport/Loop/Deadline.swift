/// The time at which an item of an event loop is due; earlier deadlines compare as smaller.
struct Deadline: Comparable {
    let due: ContinuousClock.Instant
    let id: UInt64

    static func < (first: Self, second: Self) -> Bool { first.due < second.due }
}
