import Dispatch
import Platform

/// Makes of a reader that goes away, and of a file that is larger than the user's limit, an error of the call that writes.
func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// SIGINT and SIGTERM: the first asks the run to end, the second ends the process at once.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - first: Called at the first signal, on a queue of its own.
    ///   - second: Called at the second, just before the process ends.
    init(first: @escaping @Sendable () -> Void, second: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "interruption")
        // Only the queue touches it.
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
