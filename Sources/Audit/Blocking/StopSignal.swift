import Platform
import Synchronization

/// A flag that ends the waiting of threads for files and pipes.
///
/// It is a pipe whose write end is closed when the flag is raised, so that `poll` sees it beside other descriptors: every
/// thread that waits wakes at once, and none waits later.
package final class StopSignal: Sendable {
    /// The reason why a wait ended.
    package enum Wakeup: Sendable {
        /// The descriptor is ready, closed or broken.
        case ready
        /// The flag was raised.
        case stopped
        /// The time is over.
        case timedOut
    }

    private let readEnd: CInt
    private let writeEnd: Mutex<CInt>
    private let raised = Atomic(false)

    /// Creates a flag that is not raised.
    package init() {
        var ends: [CInt] = [-1, -1]
        // Without a pipe the flag is looked at every now and then instead.
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = Mutex(ends[1])
    }

    deinit {
        raise()
        if readEnd >= 0 { close(readEnd) }
    }

    /// Whether it was raised.
    package var isRaised: Bool { raised.load(ordering: .acquiring) }

    /// Wakes whoever waits; again is harmless.
    package func raise() {
        raised.store(true, ordering: .releasing)
        writeEnd.withLock { end in
            if end >= 0 { close(end) }
            end = -1
        }
    }

    /// Waits until `descriptor` is ready or the flag is raised, which is looked at first.
    ///
    /// - Parameters:
    ///   - descriptor: What is waited for; a negative one is never ready.
    ///   - events: `POLLIN` or `POLLOUT`.
    ///   - limit: How long at most; `nil` for ever.
    /// - Returns: What ended the wait.
    package func wait(for descriptor: CInt, _ events: Int32, atMost limit: Duration? = nil) -> Wakeup {
        isRaised ? .stopped : Self.wait(for: descriptor, events, until: self, atMost: limit)
    }

    /// Waits until `descriptor` is ready, whatever happens.
    package static func wait(for descriptor: CInt, _ events: Int32, atMost limit: Duration? = nil) -> Wakeup {
        wait(for: descriptor, events, until: nil, atMost: limit)
    }

    private static func wait(
        for descriptor: CInt, _ events: Int32, until stop: StopSignal?, atMost limit: Duration?
    ) -> Wakeup {
        let end = limit.map { ContinuousClock.now + $0 }
        let hasPipe = (stop?.readEnd ?? 0) >= 0
        var entries = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: stop?.readEnd ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let rest = end.map { $0 - ContinuousClock.now }
            let slice = hasPipe ? rest : min(rest ?? .milliseconds(100), .milliseconds(100))
            let count = poll(&entries, nfds_t(entries.count), slice?.pollTimeout ?? -1)
            if stop?.isRaised == true { return .stopped }
            if count > 0 { return .ready }
            if let end, ContinuousClock.now >= end { return .timedOut }
            // Interrupted by a signal, or nothing yet.
        }
    }
}

extension Duration {
    /// For `poll`: milliseconds, never less than what is left, at least 0 and at most a day.
    fileprivate var pollTimeout: CInt {
        CInt(min(max((self / .milliseconds(1)).rounded(.up), 0), 86_400_000))
    }
}
