import Synchronization

/// A flag that stops threads from waiting for files and pipes.
///
/// Raising the flag closes the write end of a pipe, which `poll` monitors along with other descriptors: all waiting
/// threads wake immediately, and later waits return at once.
package final class StopSignal: Sendable {
    package enum Wakeup: Sendable {
        /// The descriptor is ready, closed or broken.
        case ready
        case stopped
        case timedOut
    }

    /// The descriptor that becomes readable when the flag is raised; negative without a pipe.
    package let readEnd: CInt
    private let writeEnd: Mutex<CInt>
    private let raised = Atomic(false)

    package init() {
        var ends: [CInt] = [-1, -1]
        // Without a pipe, the flag is polled instead.
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = Mutex(ends[1])
    }

    deinit {
        raise()
        if readEnd >= 0 { close(readEnd) }
    }

    package var isRaised: Bool { raised.load(ordering: .acquiring) }

    /// Raises the flag and wakes all waiting threads; further calls have no effect.
    package func raise() {
        raised.store(true, ordering: .releasing)
        writeEnd.withLock { end in
            if end >= 0 { close(end) }
            end = -1
        }
    }

    /// Waits until `descriptor` is ready for `events` (`POLLIN` or `POLLOUT`) or the flag is raised.
    ///
    /// A raised flag takes precedence; a negative descriptor is never ready.
    package func wait(for descriptor: CInt, _ events: Int32, atMost limit: Duration? = nil) -> Wakeup {
        isRaised ? .stopped : Self.wait(for: descriptor, events, until: self, atMost: limit)
    }

    /// Waits until `descriptor` is ready or `stop` is raised; if `stop` is `nil`, no flag ends the wait.
    package static func wait(
        for descriptor: CInt, _ events: Int32, until stop: StopSignal? = nil, atMost limit: Duration? = nil
    ) -> Wakeup {
        let end = limit.map { ContinuousClock.now + $0 }
        // Without a pipe, the flag is checked every tenth of a second.
        let isPolled = stop?.readEnd == -1
        var entries = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: stop?.readEnd ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let remaining = end.map { $0 - ContinuousClock.now }
            let maxWait = isPolled ? min(remaining ?? .milliseconds(100), .milliseconds(100)) : remaining
            // In milliseconds, rounded up, from 0 to one day.
            let timeout = maxWait.map { CInt(min(max(($0 / .milliseconds(1)).rounded(.up), 0), 86_400_000)) }
            let count = poll(&entries, nfds_t(entries.count), timeout ?? -1)
            if stop?.isRaised == true { return .stopped }
            if count > 0 { return .ready }
            if let end, ContinuousClock.now >= end { return .timedOut }
            // Interrupted by a signal, or not ready yet.
        }
    }
}
