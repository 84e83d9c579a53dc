import Platform
import Synchronization

/// A thread that runs until it is stopped, and whose end can be awaited without blocking an executor.
final class ServiceThread: Sendable {
    private enum Ending {
        case running
        case awaited(CheckedContinuation<Void, Never>)
        case over
    }

    /// The signal that the thread must monitor.
    let stop = StopSignal()
    private let thread = Mutex<JoinableThread?>(nil)
    private let ending = Mutex<Ending>(.running)

    /// Starts the thread; must be called once.
    func start(_ body: @escaping @Sendable (StopSignal) -> Void) throws {
        if stop.readEnd < 0 { throw SupportError("No pipe can be created; too many files may be open.") }
        try thread.withLock { thread in
            thread = try JoinableThread.start {
                body(self.stop)
                let waiting = self.ending.withLock { ending -> CheckedContinuation<Void, Never>? in
                    defer { ending = .over }
                    if case .awaited(let continuation) = ending { return continuation }
                    return nil
                }
                waiting?.resume()
            }
        }
    }

    /// Raises the stop signal, and returns when the thread has ended; further calls have no effect.
    func shutDown() async {
        stop.raise()
        guard let thread = thread.withLock({ $0.take() }) else { return }
        await withCheckedContinuation { continuation in
            let isOver = ending.withLock { ending in
                if case .over = ending { return true }
                ending = .awaited(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
        // The thread has finished its work, so this does not block the caller's executor.
        thread.join()
    }
}
