import Platform

/// The longest time that an event loop spent on one task while timers, lookups and completed transfers waited.
///
/// On an overloaded machine, ``time`` is always long; only ``work`` shows how long a single server occupies a loop.
package struct LoopPause: Hashable, Sendable {
    package var time = Duration.zero
    /// The longest processor time; not necessarily of the same pause.
    package var work = Duration.zero

    static func longest(_ pauses: some Sequence<LoopPause>) -> LoopPause {
        pauses.reduce(into: LoopPause()) { longest, pause in
            longest.time = max(longest.time, pause.time)
            longest.work = max(longest.work, pause.work)
        }
    }
}

/// The current time, and the processor time that the calling thread has used.
struct LoopMoment {
    let time: ContinuousClock.Instant
    let work: Duration

    static var now: LoopMoment {
        var spent = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent)
        return LoopMoment(time: .now, work: .seconds(Int64(spent.tv_sec)) + .nanoseconds(Int64(spent.tv_nsec)))
    }

    static func - (end: LoopMoment, begin: LoopMoment) -> LoopPause {
        LoopPause(time: end.time - begin.time, work: end.work - begin.work)
    }
}
