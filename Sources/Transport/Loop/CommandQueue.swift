import Synchronization

/// A command for an event loop.
enum LoopCommand: Sendable {
    case find(id: UInt64, RoutePlan, timeout: Duration, CheckedContinuation<Route, Never>)
    case connect(
        id: UInt64, Route, index: Int, timeout: Duration, any AddressClaims,
        CheckedContinuation<ConnectionResult, Never>)
    case start(id: UInt64, Request, Connection, CheckedContinuation<Exchange?, Never>)
    case close(Connection)
    case cancel(id: UInt64)
    case stop
}

/// The queue of an event loop's commands: any thread sends them, the loop's thread takes them.
final class CommandQueue: Sendable {
    private struct State {
        var commands: [LoopCommand] = []
        var closed = false
    }

    private let wakeup: WakeupPipe
    private let state = Mutex(State())
    private let pause = Atomic<Int64>(0)

    /// Makes a queue that wakes its loop through `wakeup` when a command arrives.
    init(wakeup: WakeupPipe) { self.wakeup = wakeup }

    /// Hands `command` to the loop; false when the loop has ended.
    @discardableResult
    func send(_ command: LoopCommand) -> Bool {
        let (isOpen, wasEmpty) = state.withLock { state in
            guard !state.closed else { return (false, false) }
            state.commands.append(command)
            return (true, state.commands.count == 1)
        }
        if wasEmpty { wakeup.wake() }
        return isOpen
    }

    /// The longest time for which the loop attended to nothing but one batch of sockets.
    var longestPause: Duration { .nanoseconds(pause.load(ordering: .relaxed)) }

    /// Records such a time; called by the loop's thread alone.
    func record(pause duration: Duration) {
        let nanoseconds = Int64(duration / .nanoseconds(1))
        if nanoseconds > pause.load(ordering: .relaxed) { pause.store(nanoseconds, ordering: .relaxed) }
    }

    /// Takes the first `limit` commands, in order.
    func take(atMost limit: Int) -> [LoopCommand] {
        state.withLock { state in
            guard state.commands.count > limit else {
                defer { state.commands = [] }
                return state.commands
            }
            defer { state.commands.removeFirst(limit) }
            return Array(state.commands.prefix(limit))
        }
    }

    /// Closes the queue, and takes the commands that are left.
    func close() -> [LoopCommand] {
        state.withLock { state in
            state.closed = true
            defer { state.commands = [] }
            return state.commands
        }
    }
}
