import Synchronization

/// The record of a server so far, which tests can await.
final class EventLog<Record: Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let condition: @Sendable (Record) -> Bool
        let continuation: CheckedContinuation<Record, any Error>
    }

    private struct State {
        var record: Record
        var waiters: [Waiter] = []
        var nextWaiter = 0
        var isOver = false
    }

    private let state: Mutex<State>

    init(_ record: Record) {
        state = Mutex(State(record: record))
    }

    /// The record so far.
    var record: Record { state.withLock { $0.record } }

    /// Changes the record, and wakes waiting tasks.
    @discardableResult
    func change<Result: Sendable>(_ edit: @Sendable (inout Record) -> Result) -> Result {
        let (result, record, ready) = state.withLock { state -> (Result, Record, [Waiter]) in
            let result = edit(&state.record)
            if state.waiters.isEmpty { return (result, state.record, []) }
            let ready = state.waiters.filter { $0.condition(state.record) }
            state.waiters.removeAll { waiter in ready.contains { $0.number == waiter.number } }
            return (result, state.record, ready)
        }
        for waiter in ready { waiter.continuation.resume(returning: record) }
        return result
    }

    /// Waits until the condition holds; throws if the task is cancelled or the server ends first.
    func wait(until condition: @escaping @Sendable (Record) -> Bool) async throws -> Record {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Record, any Error>? in
                    if condition(state.record) { return .success(state.record) }
                    // A later cancellation finds the waiter; an earlier one is detected here.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isOver { return .failure(SupportError("the server ended before what was waited for")) }
                    state.waiters.append(Waiter(number: number, condition: condition, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Ends the record: tasks that are still waiting get an error.
    func close() {
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters {
            waiter.continuation.resume(throwing: SupportError("the server ended before what was waited for"))
        }
    }
}
