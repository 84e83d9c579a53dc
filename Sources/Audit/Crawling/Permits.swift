import Synchronization

/// A number of permits that tasks wait for in the order in which they came.
final class Permits: Sendable {
    private struct State {
        var limit: Int
        var taken = 0
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var order: [UInt64] = []
        var head = 0
        var nextID: UInt64 = 0

        /// Takes out those who may go on now.
        mutating func admit() -> [CheckedContinuation<Void, any Error>] {
            var admitted: [CheckedContinuation<Void, any Error>] = []
            while taken < limit, head < order.count {
                // One who was cancelled is not waiting any more.
                if let continuation = waiting.removeValue(forKey: order[head]) {
                    taken += 1
                    admitted.append(continuation)
                }
                head += 1
            }
            if head > 256, head * 2 > order.count {
                order.removeFirst(head)
                head = 0
            }
            return admitted
        }
    }

    private let state: Mutex<State>

    init(_ limit: Int) { state = Mutex(State(limit: max(1, limit))) }

    /// How many may be taken at once; those already taken are not called back.
    var limit: Int {
        get { state.withLock { $0.limit } }
        set {
            let admitted = state.withLock { state in
                state.limit = max(1, newValue)
                return state.admit()
            }
            for continuation in admitted { continuation.resume() }
        }
    }

    /// How many are taken now.
    var taken: Int { state.withLock { $0.taken } }
    /// How many tasks wait.
    var waiting: Int { state.withLock { $0.waiting.count } }
    /// Whether nobody holds a permit or waits for one.
    var isIdle: Bool { state.withLock { $0.taken == 0 && $0.waiting.isEmpty } }

    /// Takes a permit if one is free and nobody waits.
    func tryAcquire() -> Bool {
        state.withLock { state in
            guard state.taken < state.limit, state.waiting.isEmpty else { return false }
            state.taken += 1
            return true
        }
    }

    /// Waits for a permit; throws when the task is cancelled, and then holds none.
    func acquire() async throws {
        if tryAcquire() { return }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let admitted = state.withLock { state in
                    state.waiting[id] = continuation
                    state.order.append(id)
                    return state.admit()
                }
                for continuation in admitted { continuation.resume() }
                // The handler may have run before there was anything to take out.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
        waiting?.resume(throwing: CancellationError())
    }

    /// Gives a permit back.
    func release() {
        let admitted = state.withLock { state in
            state.taken -= 1
            return state.admit()
        }
        for continuation in admitted { continuation.resume() }
    }
}
