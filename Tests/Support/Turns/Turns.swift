import Synchronization

import class Foundation.ProcessInfo

/// A limited number of slots, granted in the order of requests.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// The slots of all tests in this process: four for each core, since most tests wait for a server or a child
    /// process.
    static let ofAllTests = Turns(4 * ProcessInfo.processInfo.activeProcessorCount)

    /// Whether this task already has a slot, which also applies to nested calls.
    @TaskLocal private static var isTaken = false

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Waits for a slot, and runs `body` in it; nested calls in `body` do not wait.
    func take(_ body: () async throws -> Void) async rethrows {
        if Self.isTaken { return try await body() }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
        defer { giveBack() }
        try await Self.$isTaken.withValue(true) { try await body() }
    }

    private func giveBack() {
        let next = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() as CheckedContinuation<Void, Never>? }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
