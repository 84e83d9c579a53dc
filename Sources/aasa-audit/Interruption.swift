import Dispatch
import Platform
import Records

/// Handles SIGINT and SIGTERM: the first signal ends the run, the second one the process.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// Ends the process at the first signal, after `remove` has deleted incomplete files.
    convenience init(removing remove: @escaping @Sendable () -> Void) {
        let end: @Sendable () -> Void = {
            remove()
            _exit(RunExitCode.Code.interrupted.rawValue)
        }
        self.init(first: end, second: end)
    }

    /// Begins to handle signals.
    ///
    /// - Parameters:
    ///   - first: Called at the first signal, on a separate queue.
    ///   - second: Called at the second one, just before the process ends.
    init(first: @escaping @Sendable () -> Void, second: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "interruption")
        // Only used on the queue.
        nonisolated(unsafe) var count = 0
        sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the process before the source sees the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                count += 1
                guard count > 1 else { return first() }
                second()
                _exit(130)
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
