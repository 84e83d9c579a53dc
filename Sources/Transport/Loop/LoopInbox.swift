import Synchronization

/// What the rest of the program hands to an event loop.
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

/// The door of an event loop: commands go in from any thread, the loop's thread takes them out.
final class LoopInbox: Sendable {
    private struct State {
        var commands: [LoopCommand] = []
        var closed = false
    }

    private let bell: LoopBell
    private let state = Mutex(State())
    private let pause = Atomic<Int64>(0)

    /// Makes a door; `bell` is rung when something is put in.
    init(bell: LoopBell) { self.bell = bell }

    /// Hands `command` to the loop; false when the loop has ended.
    @discardableResult
    func send(_ command: LoopCommand) -> Bool {
        let (isOpen, wasEmpty) = state.withLock { state in
            guard !state.closed else { return (false, false) }
            state.commands.append(command)
            return (true, state.commands.count == 1)
        }
        if wasEmpty { bell.ring() }
        return isOpen
    }

    /// The longest time for which the loop attended to nothing but one batch of sockets.
    var longestPause: Duration { .nanoseconds(pause.load(ordering: .relaxed)) }

    /// Notes such a time; called by the loop's thread alone.
    func note(pause duration: Duration) {
        let nanoseconds = Int64(duration / .nanoseconds(1))
        if nanoseconds > pause.load(ordering: .relaxed) { pause.store(nanoseconds, ordering: .relaxed) }
    }

    /// Takes the first `most` commands, in order.
    func take(atMost most: Int) -> [LoopCommand] {
        state.withLock { state in
            guard state.commands.count > most else {
                defer { state.commands = [] }
                return state.commands
            }
            defer { state.commands.removeFirst(most) }
            return Array(state.commands.prefix(most))
        }
    }

    /// Closes the door, and takes what came in last.
    func close() -> [LoopCommand] {
        state.withLock { state in
            state.closed = true
            defer { state.commands = [] }
            return state.commands
        }
    }
}
