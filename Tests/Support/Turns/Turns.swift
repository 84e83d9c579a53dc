import Synchronization

import class Foundation.ProcessInfo

/// A bounded number of turns, given out in the order of asking.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// The turns of all tests of this process: four for each core, since most tests wait for a server or a child process.
    static let ofAllTests = Turns(4 * ProcessInfo.processInfo.activeProcessorCount)

    /// Whether this task has a turn already, which it shares with what it calls.
    @TaskLocal private static var isTaken = false

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Waits for a turn, and runs `body` in it; `body` can ask for one again without waiting.
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
