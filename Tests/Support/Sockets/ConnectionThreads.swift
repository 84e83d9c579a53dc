import Platform
import Synchronization

/// The threads that serve connections, one each, all of which are joined.
final class ConnectionThreads: Sendable {
    private struct State {
        var running: [Int: JoinableThread] = [:]
        var finished: [JoinableThread] = []
        var next = 0
    }

    private let state = Mutex(State())
    /// Called at the end of a connection's thread.
    private let onFinish: @Sendable () -> Void

    init(onFinish: @escaping @Sendable () -> Void) {
        self.onFinish = onFinish
    }

    var count: Int { state.withLock { $0.running.count } }

    /// Serves one connection on a new thread.
    func start(_ body: @escaping @Sendable () -> Void) throws {
        // Locked while the thread starts, so that a short one is in the list when it ends.
        try state.withLock { state in
            let number = state.next
            state.next += 1
            state.running[number] = try JoinableThread.start {
                body()
                self.finish(number)
            }
        }
    }

    private func finish(_ number: Int) {
        state.withLock { state in
            if let thread = state.running.removeValue(forKey: number) { state.finished.append(thread) }
        }
        onFinish()
    }

    /// Joins the threads that have ended.
    func joinFinished() {
        let threads = state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
        for thread in threads { thread.join() }
    }

    /// Joins all threads, which must have been asked to end.
    func joinAll() {
        let threads = state.withLock { state in
            defer { (state.running, state.finished) = ([:], []) }
            return state.finished + state.running.values
        }
        for thread in threads { thread.join() }
    }
}
