import Dispatch
import Execution
import Platform
import Records

/// Handles SIGINT and SIGTERM: the first signal ends the run if possible; the next one ends the process.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// Calls `first` at the first signal, if any; at the next, deletes incomplete files and ends the process.
    init(_ cleanup: AbortCleanup, first: (@Sendable () -> Void)? = nil) {
        let queue = DispatchQueue(label: "interruption")
        // Only used on the queue.
        nonisolated(unsafe) var count = 0
        sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the process before the source sees the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                count += 1
                if count == 1, let first {
                    first()
                } else {
                    cleanup.deleteFiles()
                    _exit(RunExitCode.Code.interrupted.rawValue)
                }
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
