import CCurl
import Synchronization

/// What the rest of the program hands to an event loop.
enum LoopCommand: Sendable {
    case start(id: UInt64, Request, CheckedContinuation<Exchange, Never>)
    case resolve(id: UInt64, url: String, timeout: Duration, CheckedContinuation<Resolution, Never>)
    case cancel(id: UInt64)
    case stop
}

/// The door of an event loop: commands go in from any thread, the loop's thread takes them out.
final class LoopInbox: Sendable {
    private struct State {
        var commands: [LoopCommand] = []
        var closed = false
    }

    /// The loop's multi handle.
    ///
    /// Unsafe only in name: other threads use it for `curl_multi_wakeup` alone, which is thread-safe, and only while the
    /// state is locked and not closed; the loop's thread closes before it frees the handle.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer
    private let state = Mutex(State())
    private let pause = Atomic<Int64>(0)

    init(multi: UnsafeMutableRawPointer) { self.multi = multi }

    /// Hands `command` to the loop; false when the loop has ended.
    @discardableResult
    func send(_ command: LoopCommand) -> Bool {
        state.withLock { state in
            guard !state.closed else { return false }
            let wasEmpty = state.commands.isEmpty
            state.commands.append(command)
            if wasEmpty { curl_multi_wakeup(multi) }
            return true
        }
    }

    /// The longest time that the loop was busy with one round, during which nothing else went on.
    var longestPause: Duration { .nanoseconds(pause.load(ordering: .relaxed)) }

    /// Notes that a round of the loop took so long; called by the loop's thread alone.
    func note(pause duration: Duration) {
        let nanoseconds = Int64(duration / .nanoseconds(1))
        if nanoseconds > pause.load(ordering: .relaxed) { pause.store(nanoseconds, ordering: .relaxed) }
    }

    /// Takes all commands, in order.
    func take() -> [LoopCommand] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
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
