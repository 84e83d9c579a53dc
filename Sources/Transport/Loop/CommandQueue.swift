import DequeModule
import Platform
import Synchronization

/// A command for an event loop; those with a result have a continuation.
enum LoopCommand: Sendable {
    case find(id: UInt64, RoutePlan, timeout: Duration, CheckedContinuation<Route, Never>)
    case connect(
        id: UInt64, Route, index: Int, timeout: Duration, any AddressClaims,
        CheckedContinuation<ConnectionResult, Never>)
    case start(id: UInt64, Request, Connection, CheckedContinuation<Exchange?, Never>)
    case close(Connection, CheckedContinuation<Void, Never>)
    case cancel(id: UInt64)
    case stop
}

/// The queue of an event loop: commands, and jobs of tasks that prefer to run on its thread.
///
/// Any thread can send commands; only the loop's thread processes them. Tasks run on the loop's thread because they do
/// little between two steps of an exchange: switching threads twice would cost more.
final class CommandQueue: TaskExecutor {
    private struct State {
        var commands: Deque<LoopCommand> = []
        var jobs: Deque<UnownedJob> = []
        var mustWakeLoop = false
        var isClosed = false
    }

    let wakeup: WakeupPipe
    private let state = Mutex(State())
    private let longestRecordedPause = Mutex(LoopPause())

    init(wakeup: WakeupPipe) { self.wakeup = wakeup }

    /// Sends `command` to the loop; returns false if the loop has ended.
    @discardableResult
    func send(_ command: LoopCommand) -> Bool { add { $0.commands.append(command) } }

    /// Runs `job` on the loop's thread; on another one if the loop has ended.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !add({ $0.jobs.append(job) }) { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }

    private func add(_ change: (inout State) -> Void) -> Bool {
        let (isOpen, mustWakeLoop) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            change(&state)
            defer { state.mustWakeLoop = false }
            return (true, state.mustWakeLoop)
        }
        if mustWakeLoop { wakeup.wake() }
        return isOpen
    }

    /// Returns whether the loop may sleep, because the queue is empty; the next command or job will then wake it.
    func prepareToSleep() -> Bool {
        state.withLock { state in
            state.mustWakeLoop = state.commands.isEmpty && state.jobs.isEmpty
            return state.mustWakeLoop
        }
    }

    /// Runs the waiting jobs until `end`, and returns whether there were any; jobs that remain or arrive meanwhile run
    /// in the next turn.
    func runJobs(until end: ContinuousClock.Instant) -> Bool {
        var jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        guard !jobs.isEmpty else { return false }
        let executor = asUnownedTaskExecutor()
        while let job = jobs.popFirst() {
            job.runSynchronously(on: executor)
            if !jobs.isEmpty, .now >= end { break }
        }
        if !jobs.isEmpty { state.withLock { $0.jobs.prepend(contentsOf: jobs) } }
        return true
    }

    var longestPause: LoopPause { longestRecordedPause.withLock { $0 } }

    func record(_ pause: LoopPause) { longestRecordedPause.withLock { $0.formMaximum(pause) } }

    /// Removes and returns up to `limit` of the oldest commands; only the last of them may begin a handshake.
    ///
    /// All ready sockets are handled before the next handshake begins, so that no more begin than can be served: each
    /// takes up to two milliseconds until its ClientHello is sent, and libcurl starts all new transfers in a single
    /// call. A request over a connection that is already in use takes some microseconds.
    func take(atMost limit: Int) -> [LoopCommand] {
        state.withLock { state in
            var taken: [LoopCommand] = []
            while taken.count < limit, let command = state.commands.popFirst() {
                taken.append(command)
                if case .start(_, _, let connection, _) = command, connection.takenSocket == nil { break }
            }
            return taken
        }
    }

    /// Closes the queue, runs remaining jobs on other threads, and returns the remaining commands.
    func close() -> [LoopCommand] {
        let remaining = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state
        }
        for job in remaining.jobs { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
        return Array(remaining.commands)
    }
}

/// A pipe that wakes an event loop while it waits for its sockets: writing a byte to one end makes the other readable.
final class WakeupPipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(TransportError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .library("a pipe could not be made: \(systemError())") }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            // Neither writing to a full pipe, which wakes the loop anyway, nor reading an empty one may block.
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    func drain() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
            while read(readEnd, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }
}
