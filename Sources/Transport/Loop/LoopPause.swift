import Platform

/// The longest time in which an event loop did one thing, while timers, names and transfers that had ended waited.
///
/// On an overloaded machine every pause is long. How long one server can keep a loop busy shows in the work alone.
public struct LoopPause: Hashable, Sendable {
    /// The longest time by the clock.
    public var time: Duration
    /// The longest processor time; not necessarily that of the same pause.
    public var work: Duration

    /// Creates a pause.
    public init(time: Duration = .zero, work: Duration = .zero) {
        self.time = time
        self.work = work
    }

    /// The longer one of each.
    static func longest(_ pauses: some Sequence<LoopPause>) -> LoopPause {
        pauses.reduce(into: LoopPause()) { longest, pause in
            longest.time = max(longest.time, pause.time)
            longest.work = max(longest.work, pause.work)
        }
    }
}

/// A moment in the life of the calling thread.
struct LoopMoment {
    let time: ContinuousClock.Instant
    let work: Duration

    /// The present one.
    static var now: LoopMoment {
        var spent = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent)
        return LoopMoment(time: .now, work: .seconds(Int64(spent.tv_sec)) + .nanoseconds(Int64(spent.tv_nsec)))
    }

    static func - (end: LoopMoment, begin: LoopMoment) -> LoopPause {
        LoopPause(time: end.time - begin.time, work: end.work - begin.work)
    }
}
