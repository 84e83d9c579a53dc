import Dispatch

/// Performs work that waits for a disk or for another process, one piece after the other: not on a thread of the cooperative
/// pool, of which there are as many as there are cores.
struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Creates a queue; `label` is for debuggers.
    init(label: String) { queue = DispatchQueue(label: label) }

    /// Performs `body` there and gives back what it does.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    /// Performs `body` there and gives back what it does, or throws what it throws.
    func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await run { Result(catching: body) }.get()
    }
}
